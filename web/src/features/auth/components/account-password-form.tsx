import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { asksSecondStep, useFinishLogin } from '../api/sign-in.ts';
import { linkTexts } from '../link-texts.ts';
import { texts } from '../texts.ts';
import styles from './auth-form.module.css';

/** The server's message also covers a wrong address, but this form asks for a password only. */
function problemOf(error: unknown): string {
  const isWrong = error instanceof ApiError && error.body?.code === 'auth.invalid-credentials';
  return isWrong ? linkTexts.accountPassword.wrong : messageOf(error);
}

interface AccountPasswordFormProps {
  readonly onSignedIn: () => void;
  /** The password was right, and the account asks for a second step. */
  readonly onSecondStep: () => void;
}

/** Finishes a sign-in through a provider with the password of the account. */
export function AccountPasswordForm({ onSignedIn, onSecondStep }: AccountPasswordFormProps) {
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const finish = useFinishLogin();
  const isFailed = finish.error !== null && !asksSecondStep(finish.error);
  const error = missing ? texts.passwordRequired : isFailed ? problemOf(finish.error) : undefined;
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setMissing(password === '');
    if (password === '' || finish.isPending) return;
    const onError = (failed: Error) => {
      if (asksSecondStep(failed)) onSecondStep();
    };
    finish.mutate(password, { onSuccess: onSignedIn, onError });
  };
  const onChange = (value: string) => {
    setPassword(value);
    setMissing(false);
    finish.reset();
  };
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <TextField
        name="password"
        label={texts.password}
        type="password"
        autoComplete="current-password"
        value={password}
        error={error}
        onChange={onChange}
      />
      <Button type="primary" htmlType="submit" block loading={finish.isPending}>
        {texts.login.submit}
      </Button>
    </form>
  );
}
