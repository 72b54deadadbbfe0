import type { Lead } from '@earshot/proto/http/lead';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { LoadError } from '../../../components/load-error.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { sentMessageQuery, sentMessagesQuery } from '../api/list-sent-messages.ts';
import { texts } from '../texts.ts';
import styles from './composer.module.css';

/** The latest text with which the user wrote to the author, so that a lead that was dealt with does not open empty. */
export function SentText({ lead }: { readonly lead: Pick<Lead, 'id'> }) {
  const id = useId();
  const { data = [] } = useQuery(sentMessagesQuery);
  const last = data.find(({ leadId, status, content }) => leadId === lead.id && status === 'sent' && content !== '');
  const whole = useQuery({ ...sentMessageQuery(last?.id ?? ''), enabled: last?.isPreview === true });
  if (last === undefined) return null;
  const { messageType, origin, sentAt, createdAt, isPreview, content } = last;
  return (
    <section className={styles.elsewhere} aria-labelledby={id}>
      <p id={id}>
        {(origin === 'by-hand' ? texts.recorded : texts.yourText)[messageType]},{' '}
        <RelativeTime iso={sentAt ?? createdAt} />:
      </p>
      <blockquote tabIndex={0}>{whole.data?.content ?? (isPreview ? `${content}…` : content)}</blockquote>
      {whole.error && <LoadError what={texts.sentWhat} error={whole.error} onRetry={() => void whole.refetch()} />}
    </section>
  );
}
