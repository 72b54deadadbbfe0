import { Button, Modal } from 'antd';
import { useRef } from 'react';
import styles from './confirm-dialog.module.css';

interface ConfirmDialogProps {
  readonly open: boolean;
  /** The question: 'Delete your account?' */
  readonly title: string;
  /** What happens if one goes on, and what does not; a form where the answer has to be typed. */
  readonly children: React.ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  /** What cannot be undone. */
  readonly danger?: boolean;
  /** The work runs: it can be neither asked for again nor left. */
  readonly busy?: boolean;
  /** Something has to be given first. */
  readonly disabled?: boolean;
  /** Id of what has the focus at first; the harmless button where absent. */
  readonly firstFocus?: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  /** It is closed, and the focus is back where it was if that is still there. */
  readonly onClosed?: () => void;
}

/**
 * Asks before something is done. Escape and the page behind it mean no; the focus returns to where it was.
 * Keep it mounted and change `open`: one that is taken out of the page cannot give the focus back.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirmLabel, cancelLabel = 'Cancel', firstFocus, onConfirm } = props;
  const { danger = false, busy = false, disabled = false } = props;
  const harmless = useRef<HTMLButtonElement>(null);
  const cancel = () => {
    if (!busy) props.onCancel();
  };
  // Not by autoFocus: what has the focus before the dialog is open is what gets it back.
  const onOpenChange = (isOpen: boolean) => {
    if (!isOpen) props.onClosed?.();
    else (firstFocus === undefined ? harmless.current : document.getElementById(firstFocus))?.focus();
  };
  return (
    <Modal
      open={open}
      onCancel={cancel}
      afterOpenChange={onOpenChange}
      title={title}
      closable={false}
      width={440}
      centered
      destroyOnHidden
      footer={
        <div className={styles.actions}>
          <Button ref={harmless} disabled={busy} onClick={cancel}>
            {cancelLabel}
          </Button>
          <Button type="primary" danger={danger} loading={busy} disabled={disabled} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </div>
      }
    >
      <div className={styles.words}>{children}</div>
    </Modal>
  );
}
