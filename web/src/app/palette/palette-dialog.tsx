import { useEffect, useId, useRef } from 'react';
import { Modal } from '../../components/modal.tsx';
import { isCommandKey } from '../../lib/use-command-key.ts';
import { texts as appTexts } from '../texts.ts';
import { PaletteBody } from './palette-body.tsx';
import { texts } from './texts.ts';
import type { ShellActions } from './use-commands.ts';

interface PaletteDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly shell: ShellActions;
}

/** Finds leads, pages and commands by their words. */
export function PaletteDialog({ open, onClose, shell }: PaletteDialogProps) {
  const id = useId();
  const chosen = useRef<(() => void) | null>(null);
  // Runs after the dialog has returned the focus: a command may move it, for example into another dialog.
  useEffect(() => {
    if (open) return;
    chosen.current?.();
    chosen.current = null;
  }, [open]);
  const choose = (run: () => void) => {
    chosen.current = run;
    onClose();
  };
  return (
    <Modal open={open} onClose={onClose} labelledBy={id} closeLabel={texts.close}>
      <div
        onKeyDown={(event) => {
          if (!isCommandKey(event)) return;
          event.preventDefault();
          onClose();
        }}
      >
        <h2 id={id} className="unseen">
          {appTexts.palette}
        </h2>
        <PaletteBody shell={shell} onChoose={choose} />
      </div>
    </Modal>
  );
}
