import { useEffect, useRef } from 'react';
import { Icon } from './icon.tsx';
import styles from './modal.module.css';

interface ModalProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly labelledBy: string;
  readonly closeLabel: string;
  readonly children: React.ReactNode;
}

/** A dialog for pages without antd. The native dialog element keeps the focus inside and returns it. */
export function Modal({ open, onClose, labelledBy, closeLabel, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={labelledBy}
      onClose={onClose}
      onClick={({ target }) => {
        if (target === dialog.current) onClose();
      }}
    >
      {open && (
        <div className={styles.content}>
          {children}
          <button type="button" className={styles.close} aria-label={closeLabel} onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </dialog>
  );
}
