import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { fieldErrors, messageOf } from '../../../lib/api-error.ts';
import type { Question } from '../../../lib/confirmed.ts';
import { confirmMethodsQuery, useConfirmAtProvider, useConfirmSession } from '../api/confirm-session.ts';
import { texts } from '../texts.ts';

const fieldId = 'confirmationPassword';

/** Asks users to prove that it is them before a sensitive action: by password, or by signing in at the provider. */
export function ConfirmIdentity({ question }: { readonly question: Question | null }) {
  const [password, setPassword] = useState('');
  const { data, error, refetch } = useQuery({ ...confirmMethodsQuery, enabled: question !== null });
  const bySecret = useConfirmSession();
  const byProvider = useConfirmAtProvider();
  const answer = (isConfirmed: boolean) => {
    setPassword('');
    bySecret.reset();
    byProvider.reset();
    question?.answer(isConfirmed);
  };
  const usesProvider = data?.methods.includes('provider') ?? false;
  const hasPassword = data?.methods.includes('password') ?? true;
  const confirm = () => {
    if (usesProvider) byProvider.mutate(undefined, { onSuccess: ({ url }) => location.assign(url) });
    else if (password !== '' && !bySecret.isPending) bySecret.mutate(password, { onSuccess: () => answer(true) });
  };
  const failed = bySecret.error ?? byProvider.error;
  return (
    <ConfirmDialog
      open={question !== null}
      title={texts.confirmTitle}
      confirmLabel={usesProvider ? texts.confirmAt(data?.provider ?? '') : texts.confirm}
      busy={bySecret.isPending || byProvider.isPending}
      disabled={!usesProvider && (!hasPassword || password === '')}
      firstFocus={fieldId}
      onConfirm={confirm}
      onCancel={() => answer(false)}
    >
      {error && <LoadError what={texts.whatConfirm} error={error} onRetry={() => void refetch()} />}
      <p>{explanation(usesProvider, hasPassword)}</p>
      {usesProvider && failed && <p role="alert">{messageOf(failed)}</p>}
      {hasPassword && (
        <PasswordField
          value={password}
          error={failed ? (fieldErrors(failed)['password'] ?? messageOf(failed)) : undefined}
          onChange={(typed) => {
            setPassword(typed);
            bySecret.reset();
          }}
          onSubmit={confirm}
        />
      )}
    </ConfirmDialog>
  );
}

function explanation(usesProvider: boolean, hasPassword: boolean): string {
  if (usesProvider) return texts.confirmProviderWords;
  return hasPassword ? texts.confirmWords : texts.confirmNoWay;
}

interface PasswordFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (typed: string) => void;
  readonly onSubmit: () => void;
}

function PasswordField({ value, error, onChange, onSubmit }: PasswordFieldProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={submit} noValidate>
      <TextField
        name={fieldId}
        label={texts.confirmPassword}
        type="password"
        autoComplete="current-password"
        value={value}
        error={error}
        onChange={onChange}
      />
    </form>
  );
}
