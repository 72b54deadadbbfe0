import type { Lead } from '@earshot/proto/http/lead';
import { lazy, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { LazyPart } from '../../../components/lazy-part.tsx';
import type { Draft } from '../drafts.ts';
import { texts } from '../texts.ts';
import { VariantsWaiting } from './variants-waiting.tsx';

const Chooser = lazy(() =>
  import('./variants-chooser.tsx').then(({ VariantsChooser }) => ({ default: VariantsChooser })),
);

interface VariantsButtonProps {
  readonly lead: Lead;
  readonly draft: Draft;
}

/** Generates three drafts to choose from. The code of the dialog is loaded when it is first opened. */
export function VariantsButton({ lead, draft }: VariantsButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button type="text" data-action="variants" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {texts.variants}
      </Button>
      <Dialog
        open={isOpen}
        onCancel={close}
        title={texts.variantsTitle}
        width={760}
        centered
        styles={{
          // A fixed height, so that nothing moves when the drafts arrive.
          body: { height: 'min(680px, 78vh)', overflowY: 'auto', margin: '0 -24px -20px', padding: '4px 24px 20px' },
        }}
      >
        <LazyPart what={texts.threeDrafts} waiting={<VariantsWaiting />}>
          <Chooser lead={lead} draft={draft} onClose={close} />
        </LazyPart>
      </Dialog>
    </>
  );
}
