import { texts } from './texts.ts';

export type AuthMode = 'login' | 'register';

export interface AuthForm {
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
  readonly firstName: string;
  readonly lastName: string;
}

const minPasswordLength = 8;

/** Returns the errors of a new password and its confirmation, by field. */
export function checkNewPassword({ password, confirmation }: Pick<AuthForm, 'password' | 'confirmation'>) {
  if (password === '') return { password: texts.passwordRequired };
  if (password !== confirmation) return { confirmation: texts.mismatch };
  if (password.length < minPasswordLength) return { password: texts.tooShort };
  return {};
}

/** Returns the errors by field; empty if the form can be sent (specification, section 5). */
export function checkForm(mode: AuthMode, form: AuthForm): Partial<Record<keyof AuthForm, string>> {
  const missing = form.email.trim() === '' ? 'email' : form.password === '' ? 'password' : null;
  if (missing) return { [missing]: mode === 'login' ? texts.allFields : texts.bothRequired };
  if (mode === 'login') return {};
  if (form.password !== form.confirmation) return { confirmation: texts.mismatch };
  if (form.password.length < minPasswordLength) return { password: texts.tooShort };
  return {};
}
