import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { texts } from '../texts.ts';
import { PreviewPanel, type PreviewPanelProps } from './preview-panel.tsx';

/** Previews a scan of one community before anything is saved. */
export function TestSettings(props: PreviewPanelProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{texts.open}</Button>
      <Dialog
        open={open}
        onCancel={() => setOpen(false)}
        title={texts.title}
        width={760}
        // Not centred: the dialog grows when the answer arrives, and shown text must not move.
        style={{ top: '8vh' }}
        classNames={{ body: 'scrolls' }}
        styles={{
          body: { maxHeight: 'min(720px, 78vh)', overflowY: 'auto', margin: '0 -24px -20px', padding: '4px 24px 20px' },
        }}
      >
        <PreviewPanel {...props} />
      </Dialog>
    </>
  );
}
