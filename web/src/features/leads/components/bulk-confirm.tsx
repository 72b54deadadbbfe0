import type { BulkChange } from '@earshot/proto/http/lead';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { bulkTexts as texts } from '../bulk-texts.ts';

interface BulkConfirmProps {
  /** The change that the user has to confirm; null closes the dialog. */
  readonly unconfirmed: BulkChange | null;
  /** The number of leads that it changes. */
  readonly count: number;
  readonly busy: boolean;
  /** The number of leads that are done. */
  readonly done: number;
  readonly onConfirm: (change: BulkChange) => void;
  readonly onCancel: () => void;
  readonly onClosed: () => void;
}

/** Asks the user to confirm a change of leads on all pages. Shows the progress while the change runs. */
export function BulkConfirm({ unconfirmed, count, busy, done, onConfirm, onCancel, onClosed }: BulkConfirmProps) {
  // The last question stays while the dialog closes.
  const [shown, setShown] = useState<{ change: BulkChange; count: number } | null>(null);
  if (unconfirmed !== null && unconfirmed !== shown?.change) setShown({ change: unconfirmed, count });
  if (shown === null) return null;
  const { question, consequence, confirm } = texts.of(shown.change, shown.count);
  return (
    <ConfirmDialog
      open={unconfirmed !== null}
      title={question}
      confirmLabel={confirm}
      busy={busy}
      onConfirm={() => onConfirm(shown.change)}
      onCancel={onCancel}
      onClosed={onClosed}
    >
      <p>{texts.everyPage(shown.count)}</p>
      <p role="status">{busy ? texts.progress(done, shown.count) : consequence}</p>
    </ConfirmDialog>
  );
}
