import { Field, noteId } from './field.tsx';
import { TextInput } from './text-input.tsx';

interface TextFieldProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoComplete: string;
  readonly type?: 'text' | 'email' | 'password';
  readonly error?: string | undefined;
  readonly help?: string;
  /** The placeholder text. */
  readonly hint?: string;
}

/** A single-line text field with its label, help text and error. */
export function TextField(props: TextFieldProps) {
  const { name, label, value, onChange, autoComplete, type = 'text', error, help, hint } = props;
  return (
    <Field id={name} label={label} error={error} help={help}>
      <TextInput
        id={name}
        name={name}
        type={type}
        value={value}
        autoComplete={autoComplete}
        aria-invalid={error !== undefined}
        onChange={(event) => onChange(event.target.value)}
        placeholder={hint}
        aria-describedby={error === undefined && help === undefined ? undefined : noteId(name)}
      />
    </Field>
  );
}
