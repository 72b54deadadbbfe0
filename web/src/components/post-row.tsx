import type { ScorePart } from '@earshot/proto/http/lead';
import type { ReactNode } from 'react';
import { safeHref } from '../lib/format.ts';
import styles from './post-row.module.css';
import { RelativeTime } from './relative-time.tsx';
import { ScoreDetails } from './score-details.tsx';

interface PostRowProps {
  readonly post: {
    readonly title: string;
    /** The beginning of the text. */
    readonly summary?: string;
    readonly author: string;
    readonly authorLabel: string;
    readonly url: string;
    readonly postCreatedAt: string;
  };
  /** The content at the start: a badge, a plain score, or nothing. */
  readonly score: ReactNode;
  /** The community, if the list has posts of several. */
  readonly community?: ReactNode;
  /** Replaces the title if the text of the post is no longer stored. */
  readonly gone?: string;
  /** Why the post became a lead or was dropped. */
  readonly reason: ReactNode;
  readonly parts: readonly ScorePart[];
  /** Label of the button that opens the score parts. */
  readonly partsLabel: string;
  /** Actions for the post. */
  readonly children?: ReactNode;
}

/** A judged post: its author and time, its score, the reason, and the words that earned each part of the score. */
export function PostRow({ post, score, community, gone, reason, parts, partsLabel, children }: PostRowProps) {
  const { title, summary = '', author, authorLabel, url, postCreatedAt } = post;
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
      {summary !== '' && <p className={styles.summary}>{summary}</p>}
      <p className={styles.reason}>{reason}</p>
      <ScoreDetails parts={parts} label={partsLabel} />
      {children}
    </li>
  );
}

/** The score of a post that is not a lead, in place of a lead's badge. */
export function PlainScore({ score }: { readonly score: string }) {
  return (
    <span className={styles.score}>
      {score}
      <span className="unseen"> out of 10</span>
    </span>
  );
}
