import type { SubmitEvent } from 'react';
import { TextField } from '../../../components/text-field.tsx';

interface DialogFieldProps {
  readonly name: string;
  readonly label: string;
  readonly autoComplete: string;
  readonly type?: 'text' | 'password';
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (typed: string) => void;
  readonly onSubmit: () => void;
}

/** The only field of a dialog. Enter confirms the dialog. */
export function DialogField({ onSubmit, ...field }: DialogFieldProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={submit} noValidate>
      <TextField {...field} />
    </form>
  );
}
