import type { SentMessage } from '@earshot/proto/http/outreach';
import { Button } from '../../../components/button.tsx';
import { sentence } from '../../../lib/format.ts';
import { useSettleMessage } from '../api/settle-message.ts';
import { texts } from '../texts.ts';
import styles from './send-notice.module.css';

interface UnconfirmedProps {
  readonly message: SentMessage;
  /** The recipient, if it is not clear from the context. */
  readonly to?: string;
  /** The action that is blocked until the user has answered. */
  readonly note?: string;
  readonly onSent: (message: SentMessage) => void;
}

/** Asks the user to check and report whether an unconfirmed message arrived. */
export function Unconfirmed({ message, to, note = '', onSent }: UnconfirmedProps) {
  const settle = useSettleMessage(onSent);
  const say = (status: 'sent' | 'failed') => settle.mutate({ message, status });
  return (
    <div className={styles.notice} data-state="pending" role="status">
      {to !== undefined && <strong>{to}: </strong>}
      {sentence(message.errorMessage ?? texts.unconfirmedFor[message.messageType])} {note}
      <div className={styles.answers}>
        <Button size="small" disabled={settle.isPending} onClick={() => say('sent')}>
          {texts.arrived}
        </Button>
        <Button size="small" disabled={settle.isPending} onClick={() => say('failed')}>
          {texts.notArrived}
        </Button>
      </div>
    </div>
  );
}
