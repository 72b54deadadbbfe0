import type { ScanJob } from '@earshot/proto/http/scan';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { sentence } from '../../../lib/format.ts';
import { longProblem, scanSummary } from '../scan-summary.ts';
import { texts } from '../texts.ts';
import { whyTitle } from '../why-title.ts';
import styles from './last-scan.module.css';

interface LastScanProps {
  readonly job: ScanJob;
  /** Shows where the posts of the scan went. */
  readonly onWhy: () => void;
}

/** The result of the last scan in a line or two; a long error message opens on demand. */
export function LastScan({ job, onWhy }: LastScanProps) {
  const problem = longProblem(job);
  return (
    <div className={styles.line} data-status={job.status}>
      <span className={styles.label}>
        {texts.lastScan} <RelativeTime iso={job.completedAt ?? job.createdAt} />.
      </span>{' '}
      {scanSummary(job).join(' ')}{' '}
      <button type="button" className={styles.why} aria-haspopup="dialog" onClick={onWhy}>
        {whyTitle(job)}
      </button>
      {problem !== null && (
        <details className={`${styles.problem} scrolls`}>
          <summary className={styles.summary}>{texts.problems}</summary>
          {sentence(problem)}
        </details>
      )}
    </div>
  );
}
