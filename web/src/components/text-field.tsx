// The index of antd's Input would also load its text areas, which the sign-in page does not need.
import Input from 'antd/es/input/Input';
import { Field, noteId } from './field.tsx';

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
      <Input
        id={name}
        name={name}
        type={type}
        value={value}
        autoComplete={autoComplete}
        aria-invalid={error !== undefined}
        onChange={(event) => onChange(event.target.value)}
        {...(hint === undefined ? {} : { placeholder: hint })}
        {...(error === undefined && help === undefined ? {} : { 'aria-describedby': noteId(name) })}
        {...(error === undefined ? {} : { status: 'error' })}
      />
    </Field>
  );
}
