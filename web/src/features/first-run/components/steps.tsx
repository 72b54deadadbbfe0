import { Icon } from '../../../components/icon.tsx';
import { texts } from '../texts.ts';
import styles from './first-run.module.css';

/** The three steps, and which one the user is at: 0 to 2. */
export function Steps({ current }: { readonly current: number }) {
  return (
    <ol className={styles.steps} aria-label={texts.stepsLabel}>
      {texts.steps.map((name, index) => (
        <li
          key={name}
          className={styles.step}
          data-state={index < current ? 'done' : index === current ? 'current' : 'open'}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={styles.number} aria-hidden="true">
            {index < current ? <Icon name="check" size={14} /> : index + 1}
          </span>
          {name}
        </li>
      ))}
    </ol>
  );
}
