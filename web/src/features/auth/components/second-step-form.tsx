import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { fieldErrors, messageOf } from '../../../lib/api-error.ts';
import { isDialogCancelled, passkeyAddress } from '../../../lib/passkeys.ts';
import { isStepExpired, secondStepQuery, type TypedCode, useSecondStep } from '../api/sign-in.ts';
import { secondStepTexts } from '../second-step-texts.ts';
import { texts } from '../texts.ts';
import styles from './auth-form.module.css';

interface SecondStepFormProps {
  readonly onSignedIn: () => void;
  /** The first step must be repeated. */
  readonly onExpired: () => void;
}

/** The second step of a sign-in: a code, a passkey or a recovery code. */
export function SecondStepForm({ onSignedIn, onExpired }: SecondStepFormProps) {
  const { data, error, refetch } = useQuery(secondStepQuery);
  const step = useSecondStep();
  const complete = (typed: TypedCode | null) => {
    if (!step.isPending) step.mutate(typed, { onSuccess: onSignedIn });
  };
  if (isStepExpired(error) || isStepExpired(step.error)) return <Expired onExpired={onExpired} />;
  if (error) return <LoadError what={secondStepTexts.what} error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const hasPasskey = data.methods.includes('passkey');
  return (
    <div className={styles.form}>
      {hasPasskey && (
        <Button block loading={step.isPending && step.variables === null} onClick={() => complete(null)}>
          {secondStepTexts.passkey}
        </Button>
      )}
      <CodeForm
        methods={data.methods}
        isPending={step.isPending}
        failed={step.error}
        onSubmit={complete}
        onChange={step.reset}
      />
      {!hasPasskey && <OtherAddress />}
    </div>
  );
}

function Expired({ onExpired }: { readonly onExpired: () => void }) {
  return (
    <div className={styles.form}>
      <p role="alert">{secondStepTexts.expired}</p>
      <Button type="primary" block onClick={onExpired}>
        {secondStepTexts.restart}
      </Button>
    </div>
  );
}

/** The account may have a passkey for localhost, which cannot be used at 127.0.0.1. */
function OtherAddress() {
  const address = passkeyAddress(location);
  if (address === null) return null;
  return (
    <p className={styles.note}>
      <a href={address}>{texts.passkeyAtLocalhost}</a>
    </p>
  );
}

interface CodeFormProps {
  readonly methods: readonly string[];
  readonly isPending: boolean;
  readonly failed: Error | null;
  readonly onSubmit: (typed: TypedCode) => void;
  readonly onChange: () => void;
}

function CodeForm({ methods, isPending, failed, onSubmit, onChange }: CodeFormProps) {
  const hasApp = methods.includes('code');
  const hasRecovery = methods.includes('recoveryCode');
  const [wantsRecovery, setWantsRecovery] = useState(!hasApp && !methods.includes('passkey'));
  const [typed, setTyped] = useState('');
  const name = wantsRecovery ? 'recoveryCode' : 'code';
  const isShown = wantsRecovery || hasApp;
  const change = (value: string) => {
    setTyped(value);
    onChange();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (typed.trim() !== '') onSubmit(wantsRecovery ? { recoveryCode: typed } : { code: typed });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {!isShown && failed && <p role="alert">{problemOf(failed)}</p>}
      {isShown && (
        <>
          <TextField
            name={name}
            label={secondStepTexts[name]}
            autoComplete={wantsRecovery ? 'off' : 'one-time-code'}
            value={typed}
            error={failed ? (fieldErrors(failed)[name] ?? problemOf(failed)) : undefined}
            onChange={change}
          />
          <Button type="primary" htmlType="submit" block loading={isPending}>
            {secondStepTexts.submit}
          </Button>
        </>
      )}
      {hasRecovery && !wantsRecovery && (
        <Button
          type="link"
          onClick={() => {
            setWantsRecovery(true);
            change('');
          }}
        >
          {secondStepTexts.useRecovery}
        </Button>
      )}
    </form>
  );
}

function problemOf(error: unknown): string {
  return isDialogCancelled(error) ? texts.passkeyCancelled : messageOf(error);
}
