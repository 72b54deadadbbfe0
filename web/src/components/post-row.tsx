import type { ScorePart } from '@earshot/proto/http/lead';
import type { ReactNode } from 'react';
import { safeHref } from '../lib/format.ts';
import styles from './post-row.module.css';
import { RelativeTime } from './relative-time.tsx';
import { ScoreDetails } from './score-details.tsx';

interface PostRowProps {
  readonly post: {
    readonly title: string;
    readonly author: string;
    readonly authorLabel: string;
    readonly url: string;
    readonly postCreatedAt: string;
  };
  /** What stands first: a badge, a plain score, or nothing. */
  readonly score: ReactNode;
  /** Where the post stands, if that differs within the list. */
  readonly community?: ReactNode;
  /** Instead of a title where the text of the post is no longer kept. */
  readonly gone?: string;
  /** Why the post went where it went. */
  readonly reason: ReactNode;
  readonly parts: readonly ScorePart[];
  /** What opens the parts of the score. */
  readonly partsLabel: string;
  /** What can be done with it. */
  readonly children?: ReactNode;
}

/** A post that was judged: who wrote it when, its score, the reason, and the words that earned each part of the score. */
export function PostRow({ post, score, community, gone, reason, parts, partsLabel, children }: PostRowProps) {
  const { title, author, authorLabel, url, postCreatedAt } = post;
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        {score}
        <span className={styles.meta}>
          {community !== undefined && <span className={styles.community}>{community}</span>}{' '}
          {author !== '' && `${authorLabel} · `}
          <RelativeTime iso={postCreatedAt} />
        </span>
      </div>
      {title === '' ? (
        <p className={styles.reason}>{gone}</p>
      ) : (
        <a className={styles.title} href={safeHref(url, location.origin)} target="_blank" rel="noopener noreferrer">
          {title}
        </a>
      )}
      <p className={styles.reason}>{reason}</p>
      <ScoreDetails parts={parts} label={partsLabel} />
      {children}
    </li>
  );
}

/** A score that is no lead's, in the place of a lead's badge. */
export function PlainScore({ score }: { readonly score: string }) {
  return (
    <span className={styles.score}>
      {score}
      <span className="unseen"> out of 10</span>
    </span>
  );
}
