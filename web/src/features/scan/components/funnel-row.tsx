import type { ScanJob } from '@earshot/proto/http/scan';
import { useId } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { count } from '../../../lib/format.ts';
import type { FunnelStep } from '../funnel-steps.ts';
import { StepPosts } from './step-posts.tsx';
import styles from './why-panel.module.css';

const signs: Readonly<Record<FunnelStep['kind'], string>> = { all: '', less: '−', rest: '=' };

interface FunnelRowProps {
  readonly step: FunnelStep;
  readonly job: ScanJob;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onLeave: () => void;
}

/** One line of the funnel. If it has posts, it expands to show them. */
export function FunnelRow({ step, job, isOpen, onToggle, onLeave }: FunnelRowProps) {
  const id = useId();
  const { kind, label, fate } = step;
  const line = (
    <>
      <span className={styles.number}>
        <span className={styles.sign}>{signs[kind]}</span>
        {count(step.count)}
      </span>
      <span className={styles.label}>{label}</span>
    </>
  );
  if (fate === null || (step.count === 0 && !isOpen)) {
    return (
      <li className={styles.row} data-kind={kind} data-none={step.count === 0}>
        <p className={styles.line}>{line}</p>
      </li>
    );
  }
  return (
    <li className={styles.row} data-kind={kind} data-open={isOpen}>
      <button type="button" className={styles.line} aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
        {line}
        <span className={styles.arrow}>
          <Icon name="down" />
        </span>
      </button>
      <div id={id}>{isOpen && <StepPosts job={job} fate={fate} count={step.count} onLeave={onLeave} />}</div>
    </li>
  );
}
