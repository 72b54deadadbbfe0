import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { FormProblem } from '../../../components/form-problem.tsx';
import { ApiError, fieldErrors, messageOf, without } from '../../../lib/api-error.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { asksSecondStep, useLogin, useRegister } from '../api/sign-in.ts';
import { type AuthForm as Values, type AuthMode, checkForm } from '../check-form.ts';
import { texts } from '../texts.ts';
import styles from './auth-form.module.css';
import { passwordHint } from '../../../lib/password-hint.ts';
import { TextField } from '../../../components/text-field.tsx';

interface AuthFormProps {
  readonly mode: AuthMode;
  readonly onSignedIn: () => void;
  /** The password was right, and the account asks for a second step. */
  readonly onSecondStep: () => void;
}

type Errors = Readonly<Record<string, string>>;
const empty: Values = { email: '', password: '', confirmation: '', firstName: '', lastName: '' };

/** Submits the form; `submit` shows errors as a toast and next to the fields. */
function useAuthSubmit({ mode, onSignedIn, onSecondStep }: AuthFormProps, setErrors: (errors: Errors) => void) {
  const toaster = useToaster();
  const login = useLogin();
  const register = useRegister();
  const failed = (error: unknown) => {
    if (asksSecondStep(error)) return onSecondStep();
    setErrors(fieldErrors(error));
    const title = mode === 'login' ? texts.loginFailed : texts.registrationFailed;
    const isAnswered = error instanceof ApiError && error.body !== null;
    toaster.show({ kind: 'destructive', title, ...(isAnswered && { description: messageOf(error) }) });
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
  const { error, isPending, reset } = mode === 'login' ? login : register;
  return { submit, isPending, problem: asksSecondStep(error) ? null : error, forget: reset };
}

export function AuthForm(props: AuthFormProps) {
  const { mode } = props;
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<Errors>({});
  const { submit, isPending, problem, forget } = useAuthSubmit(props, setErrors);
  const words = texts[mode];
  const isNew = mode === 'register';
  const bind = (name: keyof Values) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (value: string) => {
      setValues({ ...values, [name]: value });
      setErrors(without(errors, name));
      forget();
    },
  });
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) submit(values);
  };
  const password = isNew
    ? ({ autoComplete: 'new-password', help: passwordHint(values.password, values) } as const)
    : ({ autoComplete: 'current-password' } as const);
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      {isNew && (
        <div className={styles.names}>
          <TextField {...bind('firstName')} label={texts.firstName} autoComplete="given-name" hint={texts.optional} />
          <TextField {...bind('lastName')} label={texts.lastName} autoComplete="family-name" hint={texts.optional} />
        </div>
      )}
      <TextField {...bind('email')} label={texts.email} type="email" autoComplete="email" />
      <TextField {...bind('password')} label={texts.password} type="password" {...password} />
      {isNew && (
        <TextField {...bind('confirmation')} label={texts.confirmation} type="password" autoComplete="new-password" />
      )}
      <FormProblem error={problem} />
      <Button type="primary" htmlType="submit" block loading={isPending}>
        {isPending ? words.submitting : words.submit}
      </Button>
    </form>
  );
}
