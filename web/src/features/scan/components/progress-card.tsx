import type { ScanJob } from '@earshot/proto/http/scan';
import { useEffect, useState } from 'react';
import { BrandMark } from '../../../components/brand-mark.tsx';
import { Button } from '../../../components/button.tsx';
import { count } from '../../../lib/format.ts';
import { useCancelScan } from '../api/scan.ts';
import { stepText } from '../step-text.ts';
import { texts } from '../texts.ts';
import styles from './progress-card.module.css';

interface ProgressCardProps {
  readonly job: ScanJob;
  /** Shows where the posts of the scan go. */
  readonly onWhy: () => void;
}

/** The text of the current step; a wait is counted down. */
function useStep(job: ScanJob): string {
  const [nowMs, setNowMs] = useState(() => Date.now());
  const waits = Boolean(job.waitsUntil);
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [waits]);
  return stepText(job, nowMs);
}

/** The progress of a running scan in words and figures. Its height does not change. */
export function ProgressCard({ job, onWhy }: ProgressCardProps) {
  const cancel = useCancelScan();
  const step = useStep(job);
  const figures = [
    { label: texts.communities, value: texts.of(count(job.subredditsScanned), count(job.totalSubreddits)) },
    { label: texts.posts, value: texts.of(count(job.processedThreads), count(job.totalThreads)) },
    { label: texts.leads, value: count(job.newLeadsFound) },
  ];
  return (
    <section className={styles.card} aria-label={texts.card}>
      <div className={styles.top}>
        <BrandMark size={20} listening />
        <p className={styles.step} title={step}>
          {step}
        </p>
        <span className={styles.percent}>{job.progress}%</span>
        <Button size="small" type="text" aria-haspopup="dialog" onClick={onWhy}>
          {texts.whyThese}
        </Button>
        <Button size="small" loading={cancel.isPending} onClick={() => cancel.mutate(job.id)}>
          {texts.cancel}
        </Button>
      </div>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={texts.card}
        aria-valuenow={job.progress}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <div className={styles.fill} style={{ transform: `scaleX(${job.progress / 100})` }} />
      </div>
      <dl className={styles.figures}>
        {figures.map(({ label, value }) => (
          <div key={label} className={styles.figure}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
