import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { messageOf } from '../../../lib/api-error.ts';
import { useForgotPassword } from '../api/mail-links.ts';
import { linkTexts } from '../link-texts.ts';
import { texts } from '../texts.ts';
import styles from './auth-form.module.css';
import { TextField } from '../../../components/text-field.tsx';

/** Requests the password reset link. The answer is the same whether or not the address is known. */
export function ForgotForm() {
  const [email, setEmail] = useState('');
  const [missing, setMissing] = useState(false);
  const forgot = useForgotPassword();
  if (forgot.data) return <p role="status">{forgot.data.message}</p>;
  const error = missing ? texts.emailRequired : forgot.error ? messageOf(forgot.error) : undefined;
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setMissing(email.trim() === '');
    if (email.trim() !== '' && !forgot.isPending) forgot.mutate(email);
  };
  const onChange = (value: string) => {
    setEmail(value);
    setMissing(false);
    forgot.reset();
  };
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <TextField
        name="email"
        label={texts.email}
        type="email"
        autoComplete="email"
        value={email}
        error={error}
        onChange={onChange}
      />
      <Button type="primary" htmlType="submit" block loading={forgot.isPending}>
        {linkTexts.forgot.submit}
      </Button>
    </form>
  );
}
