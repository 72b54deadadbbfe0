import { useId } from 'react';
import type { Choice } from './choice-select.tsx';
import styles from './segmented.module.css';

interface SegmentedProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly choices: readonly Choice<V>[];
  readonly onChange: (value: V) => void;
}

/** One of a few, all in sight: native radio buttons, so arrows and names come for free. */
export function Segmented<V extends string>({ label, value, choices, onChange }: SegmentedProps<V>) {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className="unseen">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.option}>
          <input
            type="radio"
            className="unseen"
            name={name}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
