import type { PreviewedPost } from '@earshot/proto/http/scan';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { ScoreBadge } from '../../../components/score-badge.tsx';
import { ScoreDetails } from '../../../components/score-details.tsx';
import { safeHref } from '../../../lib/format.ts';
import { texts } from '../texts.ts';
import styles from './previewed-post-row.module.css';

interface RowProps {
  readonly post: PreviewedPost;
  readonly threshold: string;
}

/** One post with its score, the reason, and the words that earned each part of the score. */
export function PreviewedPostRow({ post, threshold }: RowProps) {
  const { title, author, url, postCreatedAt, score, matchReason, wouldBeLead, aiAnalysis } = post;
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        {wouldBeLead ? <ScoreBadge score={score} /> : <span className={styles.score}>{score}</span>}
        <span className={styles.meta}>
          {texts.by(author)} · <RelativeTime iso={postCreatedAt} />
        </span>
      </div>
      <a className={styles.title} href={safeHref(url, location.origin)} target="_blank" rel="noopener noreferrer">
        {title}
      </a>
      <p>
        {!wouldBeLead && <strong>{texts.below(score, threshold)}</strong>} {matchReason}
      </p>
      <ScoreDetails parts={aiAnalysis.parts} label={texts.parts} />
    </li>
  );
}
