import { useId, useState } from 'react';
import { LazyPart } from './lazy-part.tsx';
import styles from './lazy-dialog.module.css';
import { Modal, type ModalSide } from './modal.tsx';
import { Skeleton, SkeletonGroup } from './skeleton.tsx';

interface LazyDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** The side of the page at which it opens; the middle if there is none. */
  readonly side?: ModalSide;
  /** A dialog or drawer whose code is loaded on demand. It stays mounted once it has been opened. */
  readonly children: React.ReactNode;
}

/** Mounts a dialog when it is first opened. While its code loads, or if it cannot be loaded, a plain dialog stands in for it. */
export function LazyDialog({ open, onClose, title, side, children }: LazyDialogProps) {
  const [needed, setNeeded] = useState(false);
  const id = useId();
  if (open && !needed) setNeeded(true);
  if (!needed) return null;
  const frame = (content: React.ReactNode) => (
    <Modal open={open} onClose={onClose} labelledBy={id} closeLabel="Close" side={side}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {content}
    </Modal>
  );
  return (
    <LazyPart what={`“${title}”`} waiting={<Waiting label={title} />} frame={frame}>
      {children}
    </LazyPart>
  );
}

function Waiting({ label }: { readonly label: string }) {
  return (
    <SkeletonGroup label={label} className={styles.waiting}>
      {[0, 1, 2, 3, 4].map((row) => (
        <Skeleton key={row} width={row % 2 === 0 ? '90%' : '60%'} />
      ))}
    </SkeletonGroup>
  );
}
