import type { Lead } from '@earshot/proto/http/lead';
import type { SentMessage } from '@earshot/proto/http/outreach';
import type { MessageType } from '@earshot/proto/values';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { messageOf } from '../../../lib/api-error.ts';
import { sentence } from '../../../lib/format.ts';
import { isUnconfirmed, type Obstacle } from '../sending-state.ts';
import { texts } from '../texts.ts';
import { mayHaveArrived } from '../tries.ts';
import styles from './send-notice.module.css';
import { Unconfirmed } from './unconfirmed.tsx';

interface SendNoticeProps {
  readonly lead: Pick<Lead, 'authorLabel'>;
  readonly messageType: MessageType;
  /** The newest message of this type to this person. */
  readonly last: SentMessage | undefined;
  /** The error of the last attempt, if it returned no message. */
  readonly error: unknown;
  readonly obstacle: Obstacle | null;
  readonly onSent: () => void;
}

/** The outcome of the last message, and its consequence for the next one. */
export function SendNotice({ lead, messageType, last, error, obstacle, onSent }: SendNoticeProps) {
  if (error) {
    return (
      <p className={styles.notice} data-state="failed" role="alert">
        {sentence(messageOf(error))} {mayHaveArrived(error) && texts.unknown}
      </p>
    );
  }
  if (!last) return null;
  if (isUnconfirmed(last, Date.now())) {
    return <Unconfirmed message={last} note={obstacle === 'open' ? texts.settleFirst : ''} onSent={onSent} />;
  }
  if (last.status === 'pending') return <Line state="pending">{texts.onItsWay}</Line>;
  if (last.status === 'failed') {
    return (
      <p className={styles.notice} data-state="failed" role="alert">
        {sentence(texts.notSent(last.errorMessage ?? texts.noReason))}
      </p>
    );
  }
  return (
    <Line state="sent">
      {texts.sentTo(lead.authorLabel, messageType)} <RelativeTime iso={last.sentAt ?? last.createdAt} />.{' '}
      {obstacle === 'same-text' && texts.sameText}
    </Line>
  );
}

function Line({ state, children }: { readonly state: string; readonly children: React.ReactNode }) {
  return (
    <p className={styles.notice} data-state={state} role="status">
      {children}
    </p>
  );
}
