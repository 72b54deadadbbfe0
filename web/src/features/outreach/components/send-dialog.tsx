import type { Lead } from '@earshot/proto/http/lead';
import type { MessageType } from '@earshot/proto/values';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { texts } from '../texts.ts';
import styles from './send-dialog.module.css';

interface SendDialogProps {
  readonly open: boolean;
  readonly lead: Lead;
  readonly messageType: MessageType;
  readonly text: string;
  readonly from: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Shows once more what goes out, to whom and from which account. */
export function SendDialog({ open, lead, messageType, text, from, onConfirm, onCancel }: SendDialogProps) {
  const isComment = messageType === 'comment';
  const rows = [
    isComment
      ? ([texts.rows.below, `${lead.title} (r/${lead.subreddit})`] as const)
      : ([texts.rows.to, texts.account(lead.author)] as const),
    [texts.rows.from, texts.account(from)] as const,
    ...(isComment ? [] : [[texts.rows.subject, texts.subject] as const]),
  ];
  return (
    <ConfirmDialog
      open={open}
      title={texts.dialogTitle[messageType]}
      confirmLabel={texts.sendButton[messageType]}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <dl className={styles.rows}>
        {rows.map(([name, value]) => (
          <div key={name} className={styles.row}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.text} tabIndex={0} role="group" aria-label={texts.draft}>
        {text}
      </p>
    </ConfirmDialog>
  );
}
