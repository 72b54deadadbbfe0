import { useId } from 'react';
import type { Choice } from './choice-props.ts';
import styles from './segmented.module.css';

interface SegmentedProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly choices: readonly Choice<V>[];
  readonly onChange: (value: V) => void;
}

/** A choice of a few visible options. Native radio buttons provide arrow keys and accessible names. */
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
