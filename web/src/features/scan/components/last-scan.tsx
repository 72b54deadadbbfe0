import type { ScanJob } from '@earshot/proto/http/scan';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { scanSummary } from '../scan-summary.ts';
import { texts } from '../texts.ts';
import styles from './last-scan.module.css';

/** How the last scan ended, in a line or two. */
export function LastScan({ job }: { readonly job: ScanJob }) {
  return (
    <p className={styles.line} data-status={job.status}>
      <span className={styles.label}>
        {texts.lastScan} <RelativeTime iso={job.completedAt ?? job.createdAt} />.
      </span>{' '}
      {scanSummary(job).join(' ')}
    </p>
  );
}
