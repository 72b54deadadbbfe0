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

/** The server decides; this only catches slips while the user can still see them. */
const looksLikeEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Returns the errors of a new password and its confirmation, by field. */
export function checkNewPassword({ password, confirmation }: Pick<AuthForm, 'password' | 'confirmation'>) {
  const isMismatch = password !== confirmation;
  const isShort = password.length < minPasswordLength;
  return {
    ...(isMismatch && { confirmation: texts.mismatch }),
    ...(isShort && { password: password === '' ? texts.passwordRequired : texts.tooShort }),
  };
}

/**
 * Returns the errors by field, the one that a toast names first; empty if the form can be sent (specification, section 5).
 * Each wrong field has its error, so that one attempt shows all of them.
 */
export function checkForm(mode: AuthMode, form: AuthForm): Partial<Record<keyof AuthForm, string>> {
  const { email, password, confirmation } = form;
  const missing = mode === 'login' ? texts.allFields : texts.bothRequired;
  const required = { ...(email.trim() === '' && { email: missing }), ...(password === '' && { password: missing }) };
  if (mode === 'login') return required;
  const isMismatch = password !== confirmation;
  const isShort = password !== '' && password.length < minPasswordLength;
  const isInvalid = email.trim() !== '' && !looksLikeEmail.test(email.trim());
  return {
    ...required,
    ...(isInvalid && { email: texts.emailInvalid }),
    ...(isMismatch && { confirmation: texts.mismatch }),
    ...(isShort && { password: texts.tooShort }),
  };
}
