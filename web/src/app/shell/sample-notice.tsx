import type { SourceInUse } from '@earshot/proto/http/source';
import { useId } from 'react';
import { Icon } from '../../components/icon.tsx';
import { texts } from '../texts.ts';
import styles from './sample-label.module.css';

/** A button that explains that a source is simulated, and how to connect the real one. */
export function SampleNotice({ source: { label } }: { readonly source: SourceInUse }) {
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
        <p>{what(label)}</p>
        <p>{connect(label)}</p>
        <ol className={styles.steps}>
          {steps(label).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
    </>
  );
}
