import type { Configuration } from '@earshot/proto/http/lead';
import type { ScanJob } from '@earshot/proto/http/scan';
import type { PostFate } from '@earshot/proto/values';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../../components/empty-state.tsx';
import { sourcesPath } from '../../../config/paths.ts';
import { sentence } from '../../../lib/format.ts';
import { funnelSteps } from '../funnel-steps.ts';
import { isRunning } from '../is-running.ts';
import { texts } from '../texts.ts';
import { triedAgain } from '../tried-again.ts';
import { FunnelRow } from './funnel-row.tsx';
import { ModelLine } from './model-line.tsx';
import styles from './why-panel.module.css';

export interface WhyPanelProps {
  /** The running scan, or the last one. */
  readonly job: ScanJob;
  /** The name of the model that scores; undefined if not known yet. */
  readonly model: string | undefined;
  /** Undefined until it is known. */
  readonly frequency: Configuration['scanFrequency'] | undefined;
  /** Called when the user follows a link to another page. */
  readonly onLeave: () => void;
}

/** Shows where the posts of a scan went, as a funnel whose steps expand to their posts. */
export function WhyPanel({ job, model, frequency, onLeave }: WhyPanelProps) {
  const [open, setOpen] = useState<PostFate | null>(null);
  const { funnel } = job;
  const running = isRunning(job);
  return (
    <div className={styles.panel}>
      <p className={styles.intro}>{running ? texts.sumRunning : texts.sum(funnel.fetched, funnel.created)}</p>
      {job.errorMessage !== null && (
        <p className={styles.notRead}>
          {texts.notRead} {sentence(job.errorMessage)}{' '}
          {frequency !== undefined && !running && triedAgain(job, frequency, Date.now())}{' '}
          <Link to={sourcesPath} onClick={onLeave}>
            {texts.whatToDo}
          </Link>
        </p>
      )}
      <ModelLine model={model} />
      {funnel.fetched === 0 && !running ? (
        <EmptyState plain text={texts.nothingRead} />
      ) : (
        <ol className={styles.steps} aria-label={texts.steps}>
          {funnelSteps(job).map((step) => (
            <FunnelRow
              key={step.key}
              step={step}
              job={job}
              isOpen={step.fate !== null && step.fate === open}
              onToggle={() => setOpen(step.fate === open ? null : step.fate)}
              onLeave={onLeave}
            />
          ))}
        </ol>
      )}
    </div>
  );
}
