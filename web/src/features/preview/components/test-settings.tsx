import { Button, Modal } from 'antd';
import { useState } from 'react';
import { texts } from '../texts.ts';
import { PreviewPanel, type PreviewPanelProps } from './preview-panel.tsx';

/** Previews a scan of one community before anything is saved. */
export function TestSettings(props: PreviewPanelProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{texts.open}</Button>
      <Modal
        open={open}
        onCancel={() => setOpen(false)}
        title={texts.title}
        footer={null}
        width={760}
        destroyOnHidden
        // Not centred: the dialog grows when the answer arrives, and shown text must not move.
        style={{ top: '8vh' }}
        styles={{
          body: { maxHeight: 'min(720px, 78vh)', overflowY: 'auto', margin: '0 -24px -20px', padding: '4px 24px 20px' },
        }}
      >
        <PreviewPanel {...props} />
      </Modal>
    </>
  );
}
