import type { ScanPost } from '@earshot/proto/http/scan';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { ScoreDetails } from '../../../components/score-details.tsx';
import { safeHref } from '../../../lib/format.ts';
import { texts } from '../texts.ts';
import { RescueButton } from './rescue-button.tsx';
import styles from './scan-post-row.module.css';

interface ScanPostRowProps {
  readonly jobId: string;
  readonly post: ScanPost;
  readonly onLeave: () => void;
}

/** A post of a scan: where it stands, what it scored, why it went where it went, and its rescue. */
export function ScanPostRow({ jobId, post, onLeave }: ScanPostRowProps) {
  const { subreddit, title, author, url, postCreatedAt, score, reason, aiAnalysis, canRescue, rescuedAt } = post;
  const isKept = title !== '';
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        {score !== null && (
          <span className={styles.score}>
            {score}
            <span className="unseen"> out of 10</span>
          </span>
        )}
        <span className={styles.meta}>
          <span className={styles.community}>r/{subreddit}</span> {author !== '' && `${texts.by(author)} · `}
          <RelativeTime iso={postCreatedAt} />
        </span>
      </div>
      {isKept ? (
        <a className={styles.title} href={safeHref(url, location.origin)} target="_blank" rel="noopener noreferrer">
          {title}
        </a>
      ) : (
        <p className={styles.gone}>{texts.gone}</p>
      )}
      <p className={styles.reason}>{reason}</p>
      {aiAnalysis && <ScoreDetails parts={aiAnalysis.parts} label={texts.parts} />}
      {(canRescue || rescuedAt !== null) && <RescueButton jobId={jobId} post={post} onLeave={onLeave} />}
    </li>
  );
}
