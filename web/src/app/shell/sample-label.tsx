import { useId } from 'react';
import { Icon } from '../../components/icon.tsx';
import { texts } from '../texts.ts';
import styles from './sample-label.module.css';
import { useSampleSource } from './use-sample-source.ts';

/** Shows that the leads are sample data from the sandbox, and how to connect the real source. */
export function SampleLabel() {
  const source = useSampleSource();
  const id = useId();
  if (!source) return null;
  const { title, what, connect, steps } = texts.sample;
  return (
    <>
      <button type="button" className={styles.label} popoverTarget={id} aria-haspopup="dialog">
        {title}
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
        <p>{what(source.label)}</p>
        <p>{connect(source.label)}</p>
        <ol className={styles.steps}>
          {steps(source.label).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
    </>
  );
}
