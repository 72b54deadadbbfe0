import type { ActivityItem } from '@earshot/proto/http/outreach';
import { useQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { SourceTag } from '../../../components/source-tag.tsx';
import { safeHref } from '../../../lib/format.ts';
import { useSeveralSources } from '../../../lib/sources.ts';
import { activityItemQuery } from '../api/list-activity.ts';
import { texts } from '../texts.ts';
import styles from './activity-feed.module.css';

/** Texts longer than this do not fit into the lines of a collapsed entry. Characters. */
const longText = 160;

/** One entry of the feed. Memoised, because the lists are refetched every 30 s and most entries do not change. */
export const ActivityEntry = memo(Entry);

function Entry({ item }: { readonly item: ActivityItem }) {
  const { id, recipient, sourceLabel, status, origin, createdAt, isPreview } = item;
  const state = origin === 'by-hand' ? texts.byHand : texts.states[status];
  const showsSource = useSeveralSources();
  const [isOpen, setIsOpen] = useState(false);
  const whole = useQuery({ ...activityItemQuery(id), enabled: isOpen && isPreview });
  const content = isOpen && whole.data ? whole.data.content : item.content;
  const isLong = content.length > longText || content.split('\n').length > 3;
  return (
    <li className={styles.entry}>
      <div className={styles.head}>
        <span className={styles.dot} data-state={status} title={state} />
        {origin === 'account' && <span className="unseen">{state}</span>}
        <span className={styles.recipient}>{recipient}</span>
        {showsSource && <SourceTag label={sourceLabel} />}
        <span className={styles.age}>
          <RelativeTime iso={createdAt} />
        </span>
      </div>
      {origin === 'by-hand' && <span className={styles.byHand}>{texts.byHand}</span>}
      <Post item={item} />
      {content !== '' && (
        <p className={styles.content} data-open={isOpen || !isLong}>
          {content}
        </p>
      )}
      {isLong && (
        <button type="button" className={styles.more} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? texts.less : texts.more}
        </button>
      )}
    </li>
  );
}

function Post({ item: { redditPostTitle: title, redditPostUrl } }: { readonly item: ActivityItem }) {
  if (title === '') return null;
  const href = redditPostUrl === '' ? undefined : safeHref(redditPostUrl, location.origin);
  if (!href) return <span className={styles.post}>{title}</span>;
  return (
    <a className={styles.post} href={href} target="_blank" rel="noopener noreferrer">
      {title}
    </a>
  );
}
