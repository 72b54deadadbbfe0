import type { Reminder } from '@earshot/proto/http/drafts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { Link } from 'react-router-dom';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Button } from '../../../components/button.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { SourceTag } from '../../../components/source-tag.tsx';
import { composerPath } from '../../../config/paths.ts';
import { fullDate, sentence } from '../../../lib/format.ts';
import { useSeveralSources } from '../../../lib/sources.ts';
import { wholeTextQuery } from '../api/whole-text.ts';
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
  const { leadId, messageType, state, reason } = entry;
  return (
    <article className={styles.card}>
      <Head entry={entry} />
      <Recipient entry={entry} />
      <Text entry={entry} />
      {reason !== null && (
        <p className={styles.reason} data-state={state}>
          {sentence(reason)}
        </p>
      )}
      <div className={styles.foot}>
        <Dates entry={entry} />
        {state !== 'draft' && <ReminderField leadId={leadId} reminder={reminder} />}
        <Link to={composerPath(leadId, messageType)} onClick={() => onOpen(entry)}>
          {state === 'draft' ? texts.toDraft : texts.toLead}
        </Link>
      </div>
    </article>
  );
}

/** The text of the message. Of a long one, the list has the start, and the rest is loaded when the user asks for it. */
function Text({ entry }: { readonly entry: Entry }) {
  const [isOpen, setIsOpen] = useState(false);
  const whole = useQuery({ ...wholeTextQuery(entry), enabled: entry.isPreview && isOpen });
  if (!entry.isPreview) return <p className={styles.text}>{entry.text === '' ? texts.noText : entry.text}</p>;
  return (
    <div>
      <p className={styles.text}>{whole.data ?? `${entry.text}…`}</p>
      {whole.error && <LoadError what={texts.wholeText} error={whole.error} onRetry={() => void whole.refetch()} />}
      {whole.data === undefined && !whole.error && (
        <Button size="small" type="text" disabled={whole.isFetching} onClick={() => setIsOpen(true)}>
          {whole.isFetching ? texts.showingAll : texts.showAll}
        </Button>
      )}
    </div>
  );
}

function Head({ entry }: { readonly entry: Entry }) {
  const { messageType, tone, ownTone, sourceLabel, state, text } = entry;
  const showsSource = useSeveralSources();
  const queryClient = useQueryClient();
  const whole = entry.isPreview && { whole: () => queryClient.fetchQuery(wholeTextQuery(entry)) };
  return (
    <div className={styles.head}>
      <span className={styles.badge} data-kind="type">
        {texts.types[messageType]}
      </span>
      {tone !== null && <span className={styles.badge}>{ownTone ?? texts.tones[tone]}</span>}
      {showsSource && <SourceTag label={sourceLabel} />}
      <span className={styles.state} data-state={state}>
        {texts.states[state]}
      </span>
      <span className={styles.copy}>
        <CopyButton text={text} {...whole} successToast={texts.copied} size="small" />
      </span>
    </div>
  );
}

/** When the text was generated, and what became of it and when. */
function Dates({ entry: { generatedAt, outcome } }: { readonly entry: Entry }) {
  return (
    <span className={styles.dates}>
      {generatedAt !== null && <Dated what={texts.generated} at={generatedAt} />}
      {outcome !== null && <Dated what={texts.events[outcome.event]} at={outcome.at} />}
    </span>
  );
}

function Dated({ what, at }: { readonly what: string; readonly at: string }) {
  return (
    <span>
      {what} <time dateTime={at}>{fullDate(at)}</time>
    </span>
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
