import type { ScanJob } from '@earshot/proto/http/scan';
import { Link } from 'react-router-dom';
import { RelativeTime } from '../../../components/relative-time.tsx';
import type { Configuration } from '@earshot/proto/http/lead';
import { sourcesPath } from '../../../config/paths.ts';
import { sentence } from '../../../lib/format.ts';
import { useStartScan } from '../api/scan.ts';
import { longProblem, scanSummary } from '../scan-summary.ts';
import { texts } from '../texts.ts';
import { triedAgain } from '../tried-again.ts';
import { whyTitle } from '../why-title.ts';
import { Listening } from './listening.tsx';
import styles from './last-scan.module.css';

interface LastScanProps {
  readonly job: ScanJob;
  /** Leaves out why there is no new lead, because the page says it below. */
  readonly isBrief: boolean;
  /** Shows where the posts of the scan went. */
  readonly onWhy: () => void;
  /** Undefined until it is known. */
  readonly frequency: Configuration['scanFrequency'] | undefined;
}

/** The result of the last scan in a line or two, and what could not be read. */
export function LastScan({ job, isBrief, onWhy, frequency }: LastScanProps) {
  return (
    <div className={styles.line} data-status={job.status}>
      <span className={styles.label}>
        {texts.lastScan} <RelativeTime iso={job.completedAt ?? job.createdAt} />.
      </span>{' '}
      {scanSummary(job, isBrief).join(' ')}{' '}
      <button type="button" className={styles.why} aria-haspopup="dialog" onClick={onWhy}>
        {whyTitle(job)}
      </button>{' '}
      <Listening />
      {job.errorMessage !== null && <NotRead job={job} problem={job.errorMessage} frequency={frequency} />}
    </div>
  );
}

interface NotReadProps extends Pick<LastScanProps, 'job' | 'frequency'> {
  readonly problem: string;
}

/** What could not be read and why, when it is tried again, and a way to try it now. A long message opens on demand. */
function NotRead({ job, problem, frequency }: NotReadProps) {
  const start = useStartScan();
  const isLong = longProblem(job) !== null;
  return (
    <div className={styles.notRead}>
      {isLong && (
        <details className={`${styles.problem} scrolls`}>
          <summary className={styles.summary}>{texts.problems}</summary>
          {sentence(problem)}
        </details>
      )}
      {!isLong && job.status !== 'failed' && (
        <span className={styles.partly}>
          {texts.notRead} {sentence(problem)}
        </span>
      )}{' '}
      {frequency !== undefined && triedAgain(job, frequency, Date.now())}{' '}
      <button type="button" className={styles.why} disabled={start.isPending} onClick={() => start.mutate()}>
        {texts.retry}
      </button>{' '}
      <Link to={sourcesPath} className={styles.why}>
        {texts.whatToDo}
      </Link>
    </div>
  );
}
