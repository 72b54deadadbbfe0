import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { FormProblem } from '../../../components/form-problem.tsx';
import { fieldErrors, without } from '../../../lib/api-error.ts';
import { passwordHint } from '../../../lib/password-hint.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { useResetPassword } from '../api/mail-links.ts';
import { checkNewPassword } from '../check-form.ts';
import { linkTexts } from '../link-texts.ts';
import { texts } from '../texts.ts';
import styles from './auth-form.module.css';
import { TextField } from '../../../components/text-field.tsx';

interface ResetFormProps {
  readonly token: string;
  readonly onDone: () => void;
}

/** Sets a new password with the token of a mailed link. */
export function ResetForm({ token, onDone }: ResetFormProps) {
  const [values, setValues] = useState({ password: '', confirmation: '' });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const toaster = useToaster();
  const reset = useResetPassword();
  const bind = (name: keyof typeof values) => ({
    name,
    type: 'password' as const,
    autoComplete: 'new-password',
    value: values[name],
    error: errors[name],
    onChange: (value: string) => {
      setValues({ ...values, [name]: value });
      setErrors(without(errors, name));
      reset.reset();
    },
  });
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = checkNewPassword(values);
    setErrors(wrong);
    if (reset.isPending || Object.keys(wrong).length > 0) return;
    reset.mutate(
      { token, password: values.password },
      {
        onSuccess: ({ message }) => {
          toaster.show({ kind: 'success', title: linkTexts.reset.done, description: message });
          onDone();
        },
        onError: (error) => setErrors(fieldErrors(error)),
      },
    );
  };
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <TextField
        {...bind('password')}
        label={linkTexts.newPassword}
        help={passwordHint(values.password, { email: '' })}
      />
      <TextField {...bind('confirmation')} label={texts.confirmation} />
      <FormProblem error={reset.error} />
      <Button type="primary" htmlType="submit" block loading={reset.isPending}>
        {linkTexts.reset.submit}
      </Button>
    </form>
  );
}
