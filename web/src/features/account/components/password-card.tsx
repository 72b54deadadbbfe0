import type { User } from '@earshot/proto/http/auth';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { FormProblem } from '../../../components/form-problem.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { fieldErrors, isSignedOut, messageOf, without } from '../../../lib/api-error.ts';
import { passwordHint } from '../../../lib/password-hint.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import type { FieldErrors } from '../../../lib/use-saved-form.ts';
import { useChangePassword, useMailPasswordLink } from '../api/account.ts';
import { checkPassword, type PasswordChange } from '../check-password.ts';
import { texts } from '../texts.ts';
import styles from './account.module.css';

/** Changes the password. An account that signs in through a provider can set one by mail. */
export function PasswordCard({ user }: { readonly user: User }) {
  if (user.authProvider !== 'email') return <ByProvider email={user.email} />;
  return (
    <Card id="password" title={texts.password} help={texts.passwordHelp}>
      <PasswordForm user={user} />
    </Card>
  );
}

const empty: PasswordChange = { currentPassword: '', newPassword: '', confirmation: '' };

function usePasswordForm() {
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<FieldErrors>({});
  const toaster = useToaster();
  const change = useChangePassword();
  const show = (wrong: FieldErrors) => {
    setErrors(wrong);
    const [first] = Object.keys(wrong);
    if (first !== undefined) document.getElementById(first)?.focus();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = checkPassword(values);
    show(wrong);
    if (Object.keys(wrong).length > 0 || change.isPending) return;
    change.mutate(values, {
      onSuccess: () => {
        setValues(empty);
        toaster.show({ kind: 'success', ...texts.changed });
      },
      onError: (error) => {
        if (isSignedOut(error)) return;
        show(fieldErrors(error));
        toaster.show({ kind: 'destructive', title: texts.changeFailed, description: messageOf(error) });
      },
    });
  };
  const bind = (name: keyof PasswordChange) => ({
    name,
    type: 'password' as const,
    value: values[name],
    error: errors[name],
    onChange: (value: string) => {
      setValues((now) => ({ ...now, [name]: value }));
      setErrors((now) => without(now, name));
      change.reset();
    },
  });
  return { values, bind, submit, isPending: change.isPending, problem: change.error };
}

function PasswordForm({ user }: { readonly user: User }) {
  const { values, bind, submit, isPending, problem } = usePasswordForm();
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {/* Tells password managers which account the password belongs to. */}
      <input hidden type="text" name="username" autoComplete="username" value={user.email} readOnly />
      <TextField {...bind('currentPassword')} label={texts.currentPassword} autoComplete="current-password" />
      <TextField
        {...bind('newPassword')}
        label={texts.newPassword}
        help={passwordHint(values.newPassword, user)}
        autoComplete="new-password"
      />
      <TextField {...bind('confirmation')} label={texts.confirmation} autoComplete="new-password" />
      <FormProblem error={problem} />
      <Button htmlType="submit" loading={isPending}>
        {texts.change}
      </Button>
    </form>
  );
}

function ByProvider({ email }: { readonly email: string }) {
  const toaster = useToaster();
  const mail = useMailPasswordLink();
  const send = () =>
    mail.mutate(email, {
      onSuccess: ({ message }) => toaster.show({ kind: 'success', title: texts.linkMailed, description: message }),
      onError: (error) => toaster.show({ kind: 'destructive', title: texts.linkFailed, description: messageOf(error) }),
    });
  return (
    <Card id="password" title={texts.password} help={texts.byProvider}>
      <div>
        <Button loading={mail.isPending} onClick={send}>
          {texts.mailLink}
        </Button>
      </div>
    </Card>
  );
}
