import type { Reminder } from '@earshot/proto/http/drafts';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { CopyButton } from '../../../components/copy-button.tsx';
import { SourceTag } from '../../../components/source-tag.tsx';
import { paths } from '../../../config/paths.ts';
import { fullDate, sentence } from '../../../lib/format.ts';
import { useSeveralSources } from '../../../lib/sources.ts';
import type { Entry } from '../entries.ts';
import { texts } from '../texts.ts';
import styles from './message-history.module.css';
import { ReminderField } from './reminder-field.tsx';

interface MessageCardProps {
  readonly entry: Entry;
  readonly reminder: Reminder | undefined;
  /** Called before the lead of a draft opens. */
  readonly onOpen: (entry: Entry) => void;
}

/** One draft or message with its type, tone, state, recipient and time. */
export const MessageCard = memo(Card);

function Card({ entry, reminder, onOpen }: MessageCardProps) {
  const { leadId, text, state, reason, event, at } = entry;
  return (
    <article className={styles.card}>
      <Head entry={entry} />
      <Recipient entry={entry} />
      <p className={styles.text}>{text === '' ? texts.noText : text}</p>
      {reason !== null && (
        <p className={styles.reason} data-state={state}>
          {sentence(reason)}
        </p>
      )}
      <div className={styles.foot}>
        <span>
          {texts.events[event]} <time dateTime={at}>{fullDate(at)}</time>
        </span>
        {state !== 'draft' && <ReminderField leadId={leadId} reminder={reminder} />}
        <Link to={`${paths.leads}?lead=${encodeURIComponent(leadId)}`} onClick={() => onOpen(entry)}>
          {state === 'draft' ? texts.toDraft : texts.toLead}
        </Link>
      </div>
    </article>
  );
}

function Head({ entry: { messageType, tone, sourceLabel, state, text } }: { readonly entry: Entry }) {
  const showsSource = useSeveralSources();
  return (
    <div className={styles.head}>
      <span className={styles.badge} data-kind="type">
        {texts.types[messageType]}
      </span>
      {tone !== null && <span className={styles.badge}>{texts.tones[tone]}</span>}
      {showsSource && <SourceTag label={sourceLabel} />}
      <span className={styles.state} data-state={state}>
        {texts.states[state]}
      </span>
      <span className={styles.copy}>
        <CopyButton text={text} successToast={texts.copied} size="small" />
      </span>
    </div>
  );
}

function Recipient({ entry: { recipientLabel, leadTitle } }: { readonly entry: Entry }) {
  if (recipientLabel === '') return null;
  return (
    <p className={styles.recipient}>
      <strong>{recipientLabel}</strong>
      {leadTitle !== '' && <span className={styles.lead}>{leadTitle}</span>}
    </p>
  );
}
