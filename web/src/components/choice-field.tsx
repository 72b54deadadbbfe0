import type { Choice } from './choice-props.ts';
import { ChoiceSelect } from './choice-select.tsx';
import { Field, noteId } from './field.tsx';

interface ChoiceFieldProps<V extends string | number> {
  readonly id: string;
  readonly label: string;
  readonly value: V;
  readonly choices: readonly Choice<V>[];
  readonly onChange: (value: V) => void;
  readonly error: string | undefined;
  readonly help?: string;
}

/** A labelled select field of the configuration. */
export function ChoiceField<V extends string | number>(props: ChoiceFieldProps<V>) {
  const { id, label, value, choices, onChange, error, help } = props;
  return (
    <Field id={id} label={label} help={help} error={error}>
      <ChoiceSelect
        id={id}
        describedBy={error === undefined && help === undefined ? undefined : noteId(id)}
        value={value}
        choices={choices}
        onChange={onChange}
      />
    </Field>
  );
}
