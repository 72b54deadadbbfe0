import { useEffect, useLayoutEffect, useRef } from 'react';
import { Icon } from './icon.tsx';
import styles from './modal.module.css';

export type ModalSide = 'left' | 'right';

interface ModalProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly labelledBy: string;
  readonly closeLabel: string;
  /** The side of the page at which it opens; the middle if there is none. */
  readonly side?: ModalSide | undefined;
  readonly children: React.ReactNode;
}

/** A dialog without antd. The native dialog element keeps the focus inside and returns it. */
export function Modal({ open, onClose, labelledBy, closeLabel, side, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  useLayoutEffect(() => {
    const shown = dialog.current;
    // Only a dialog that is closed returns the focus, not one that is removed.
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} scrolls`}
      data-side={side}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // The event comes a little later. The dialog may be open again by then.
      onClose={() => dialog.current?.open === false && onClose()}
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
