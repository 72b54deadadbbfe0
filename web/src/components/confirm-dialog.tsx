import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  readonly open: boolean;
  /** The question: 'Delete your account?' */
  readonly title: string;
  /** Describes what happens on confirmation and what does not; a form if the answer has to be typed. */
  readonly children: React.ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  /** The action cannot be undone. */
  readonly danger?: boolean;
  /** The action is running: the dialog can be neither confirmed again nor closed. */
  readonly busy?: boolean;
  /** The input that is missing before the action is available; shown at the button. */
  readonly missing?: string | undefined;
  /** Id of the element that gets the focus first; defaults to the cancel button. */
  readonly firstFocus?: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  /** Called after the dialog has closed and the focus has returned to the earlier element, if that still exists. */
  readonly onClosed?: () => void;
}

/**
 * Asks for confirmation. Escape and a click outside cancel; the focus returns to the element that had it.
 * Keep it mounted and change `open`: an unmounted dialog cannot return the focus.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirmLabel, cancelLabel = 'Cancel', firstFocus, onConfirm } = props;
  const { danger = false, busy = false, missing } = props;
  const harmless = useRef<HTMLButtonElement>(null);
  const cancel = () => {
    if (!busy) props.onCancel();
  };
  const wasUsed = useUsed(open);
  // Not autoFocus: the dialog returns the focus to the element that had it before opening, and autoFocus would change that.
  const onOpenChange = (isOpen: boolean) => {
    if (!isOpen) props.onClosed?.();
    else if (!wasUsed()) (firstFocus === undefined ? harmless.current : document.getElementById(firstFocus))?.focus();
  };
  return (
    <Dialog
      open={open}
      onCancel={cancel}
      afterOpenChange={onOpenChange}
      title={title}
      closable={false}
      width={440}
      centered
      footer={
        <div className={styles.actions}>
          <Button ref={harmless} disabled={busy} onClick={cancel}>
            {cancelLabel}
          </Button>
          <Button type="primary" danger={danger} loading={busy} reason={missing} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </div>
      }
    >
      <div className={styles.words}>{children}</div>
    </Dialog>
  );
}

/** Whether a key or the pointer has been used since the dialog began to open. The focus must not move away from a fast user. */
function useUsed(open: boolean): () => boolean {
  const isUsed = useRef(false);
  useEffect(() => {
    isUsed.current = false;
    if (!open) return undefined;
    const used = () => {
      isUsed.current = true;
    };
    const listening = new AbortController();
    for (const kind of ['keydown', 'pointerdown'])
      window.addEventListener(kind, used, { capture: true, signal: listening.signal });
    return () => listening.abort();
  }, [open]);
  return () => isUsed.current;
}
