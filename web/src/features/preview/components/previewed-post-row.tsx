import type { PreviewedPost } from '@earshot/proto/http/scan';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { ScoreBadge } from '../../../components/score-badge.tsx';
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
  const parts = aiAnalysis.parts.filter(({ points }) => points !== 0);
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
      {parts.length > 0 && (
        <details className={styles.details}>
          <summary>{texts.parts}</summary>
          <dl className={styles.parts}>
            {parts.map(({ points, note, quote }, index) => (
              <div key={index} className={styles.part}>
                <dt>{`${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(1)}`}</dt>
                <dd>
                  {note}
                  {quote !== null && <q className={styles.quote}>{quote}</q>}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </li>
  );
}
