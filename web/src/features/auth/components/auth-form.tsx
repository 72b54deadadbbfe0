import { Button, Input } from 'antd';
import { type SubmitEvent, useState } from 'react';
import { Field, noteId } from '../../../components/field.tsx';
import { fieldErrors, messageOf } from '../../../lib/api-error.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { useLogin } from '../api/login.ts';
import { useRegister } from '../api/register.ts';
import { type AuthForm as Values, type AuthMode, checkForm } from '../check-form.ts';
import { texts } from '../texts.ts';
import styles from './auth-form.module.css';

interface AuthFormProps {
  readonly mode: AuthMode;
  readonly onSignedIn: () => void;
}

type Errors = Readonly<Record<string, string>>;
const empty: Values = { email: '', password: '', confirmation: '', firstName: '', lastName: '' };

/** Sends the form; `submit` reports what is wrong by toast and beside the fields. */
function useAuthSubmit(mode: AuthMode, onSignedIn: () => void, setErrors: (errors: Errors) => void) {
  const toaster = useToaster();
  const login = useLogin();
  const register = useRegister();
  const failed = (error: unknown) => {
    setErrors(fieldErrors(error));
    const title = mode === 'login' ? texts.loginFailed : texts.registrationFailed;
    toaster.show({ kind: 'destructive', title, description: messageOf(error) });
  };
  const succeeded = () => {
    toaster.show({ kind: 'success', ...(mode === 'login' ? texts.loggedIn : texts.registered) });
    onSignedIn();
  };
  const submit = (values: Values) => {
    const wrong = checkForm(mode, values);
    setErrors(wrong);
    const [first] = Object.values(wrong);
    if (first) return toaster.show({ kind: 'destructive', title: texts.invalid, description: first });
    const callbacks = { onSuccess: succeeded, onError: failed };
    const { email, password, firstName, lastName } = values;
    if (mode === 'login') login.mutate({ email, password }, callbacks);
    else register.mutate({ email, password, firstName, lastName }, callbacks);
  };
  return { submit, isPending: login.isPending || register.isPending };
}

export function AuthForm({ mode, onSignedIn }: AuthFormProps) {
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<Errors>({});
  const { submit, isPending } = useAuthSubmit(mode, onSignedIn, setErrors);
  const words = texts[mode];
  const bind = (name: keyof Values) => ({
    id: name,
    name,
    value: values[name],
    size: 'large' as const,
    'aria-invalid': errors[name] !== undefined,
    'aria-describedby': noteId(name),
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
    ...(errors[name] === undefined ? {} : { status: 'error' as const }),
  });
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) submit(values);
  };
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      {mode === 'register' && (
        <div className={styles.names}>
          <Field id="firstName" label={texts.firstName} error={errors.firstName}>
            <Input {...bind('firstName')} autoComplete="given-name" placeholder={texts.optional} />
          </Field>
          <Field id="lastName" label={texts.lastName} error={errors.lastName}>
            <Input {...bind('lastName')} autoComplete="family-name" placeholder={texts.optional} />
          </Field>
        </div>
      )}
      <Field id="email" label={texts.email} error={errors.email}>
        <Input {...bind('email')} type="email" autoComplete="email" />
      </Field>
      <Field
        id="password"
        label={texts.password}
        error={errors.password}
        help={mode === 'register' ? texts.passwordHelp : undefined}
      >
        <Input
          {...bind('password')}
          type="password"
          autoComplete={mode === 'login' ? 'current-password' : 'new-password'}
        />
      </Field>
      {mode === 'register' && (
        <Field id="confirmation" label={texts.confirmation} error={errors.confirmation}>
          <Input {...bind('confirmation')} type="password" autoComplete="new-password" />
        </Field>
      )}
      <Button type="primary" htmlType="submit" size="large" block loading={isPending}>
        {isPending ? words.submitting : words.submit}
      </Button>
    </form>
  );
}
