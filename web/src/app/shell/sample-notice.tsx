import { useId } from 'react';
import { Icon } from '../../components/icon.tsx';
import { texts } from '../texts.ts';
import styles from './sample-label.module.css';

interface SampleNoticeProps {
  /** The button that removes the samples, where it is offered. */
  readonly remove?: React.ReactNode;
}

/** A button that explains what samples are, and how to read real posts. */
export function SampleNotice({ remove }: SampleNoticeProps) {
  const id = useId();
  const { title, what, connect, steps } = texts.sample;
  return (
    <>
      <button type="button" className={styles.label} popoverTarget={id} aria-haspopup="dialog" aria-label={title}>
        <span className={styles.words}>{title}</span>
        <Icon name="help" size={14} />
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        className={styles.panel}
        aria-labelledby={`${id}-title`}
        tabIndex={-1}
        onToggle={({ newState, currentTarget }) => newState === 'open' && currentTarget.focus()}
      >
        <h2 id={`${id}-title`} className={styles.title}>
          {title}
        </h2>
        <p>{what}</p>
        {remove && <p className={styles.within}>{remove}</p>}
        <p>{connect}</p>
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
    </>
  );
}
