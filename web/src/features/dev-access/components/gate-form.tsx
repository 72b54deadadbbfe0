import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Field, noteId } from '../../../components/field.tsx';
import { TextInput } from '../../../components/text-input.tsx';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { useOpenGate } from '../api/open-gate.ts';
import { texts } from '../texts.ts';
import styles from './gate-form.module.css';

/** Asks for the shared password and continues when it is correct. */
export function GateForm({ onOpened }: { readonly onOpened: () => void }) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const toaster = useToaster();
  const { mutate, isPending } = useOpenGate();
  const showError = (title: string, description: string) => {
    setProblem(description);
    toaster.show({ kind: 'destructive', title, description });
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    if (password === '') showError(texts.invalid, texts.required);
    else mutate({ password }, { onSuccess: onOpened, onError: (error) => showError(texts.denied, messageFor(error)) });
  };
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <Field id="password" label={texts.password} error={problem}>
        <TextInput
          id="password"
          name="password"
          type="password"
          value={password}
          autoComplete="current-password"
          aria-invalid={problem !== undefined}
          onChange={(event) => {
            setPassword(event.target.value);
            setProblem(undefined);
          }}
          aria-describedby={problem === undefined ? undefined : noteId('password')}
        />
      </Field>
      <Button type="primary" htmlType="submit" block loading={isPending}>
        {isPending ? texts.submitting : texts.submit}
      </Button>
    </form>
  );
}

/** The server's message, if there is one. */
function messageFor(error: unknown): string {
  return error instanceof ApiError && error.body === null ? texts.wrong : messageOf(error);
}
