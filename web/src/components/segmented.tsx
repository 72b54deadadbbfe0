import { useId } from 'react';
import type { Choice } from './choice-props.ts';
import styles from './segmented.module.css';

interface SegmentedProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly choices: readonly Choice<V>[];
  readonly onChange: (value: V) => void;
  /** The `data-action` of the option after the chosen one, for a keyboard shortcut. */
  readonly nextAction?: string;
}

/** A choice of a few visible options. Native radio buttons provide arrow keys and accessible names. */
export function Segmented<V extends string>({ label, value, choices, onChange, nextAction }: SegmentedProps<V>) {
  const name = useId();
  const next = (choices.findIndex((choice) => choice.value === value) + 1) % choices.length;
  return (
    <fieldset className={styles.group}>
      <legend className="unseen">{label}</legend>
      {choices.map((choice, index) => (
        <label key={choice.value} className={styles.option}>
          <input
            type="radio"
            className="unseen"
            name={name}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            {...(index === next && nextAction ? { 'data-action': nextAction } : {})}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
