import type { GeneratedMessage } from '@earshot/proto/http/outreach';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { CopyButton } from '../../../components/copy-button.tsx';
import { SourceTag } from '../../../components/source-tag.tsx';
import { paths } from '../../../config/paths.ts';
import { fullDate } from '../../../lib/format.ts';
import { useSeveralSources } from '../../../lib/sources.ts';
import { texts } from '../texts.ts';
import styles from './message-history.module.css';

/** One generated message with its type, tone and time. */
export const MessageCard = memo(Card);

function Card({ message }: { readonly message: GeneratedMessage }) {
  const { leadId, sourceLabel, messageType, tone, message: text, createdAt } = message;
  const showsSource = useSeveralSources();
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <span className={styles.badge} data-kind="type">
          {texts.types[messageType]}
        </span>
        <span className={styles.badge}>{texts.tones[tone]}</span>
        {showsSource && <SourceTag label={sourceLabel} />}
        <span className={styles.copy}>
          <CopyButton text={text} successToast={texts.copied} size="small" />
        </span>
      </div>
      <p className={styles.text}>{text}</p>
      <div className={styles.foot}>
        <span>
          {texts.generated} <time dateTime={createdAt}>{fullDate(createdAt)}</time>
        </span>
        <Link to={`${paths.leads}?lead=${encodeURIComponent(leadId)}`}>{texts.toLead}</Link>
      </div>
    </article>
  );
}
