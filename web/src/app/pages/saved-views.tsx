import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { LazyDialog } from '../../components/lazy-dialog.tsx';
import { onDemandPart } from '../../components/on-demand-part.tsx';
import { texts } from '../../features/leads/texts.ts';
import type { LeadAddress } from './use-lead-address.ts';

const ViewsDialog = onDemandPart(
  async () => (await import('../../features/leads/components/views-dialog.tsx')).ViewsDialog,
);

/** Opens the saved views. The address follows the view that is opened. */
export function SavedViews({ address: { filters, change } }: { readonly address: LeadAddress }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        size="small"
        type="text"
        aria-haspopup="dialog"
        icon={<Icon name="star" size={14} />}
        onClick={() => setOpen(true)}
      >
        <span className="wide-word">{texts.views}</span>
      </Button>
      <LazyDialog open={open} onClose={close} title={texts.savedViews}>
        <ViewsDialog open={open} onClose={close} filters={filters} onOpen={change} />
      </LazyDialog>
    </>
  );
}
