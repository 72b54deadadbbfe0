import { authContract } from '@earshot/proto/http/auth';
import type { FieldErrors } from '../../lib/use-saved-form.ts';
import { texts } from './texts.ts';

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly confirmation: string;
}

/** Returns the errors by field: the server's validation rules, and whether the new password was typed twice alike. */
export function checkPassword(form: PasswordChange): FieldErrors {
  const { error } = authContract.changePassword.body.safeParse(form);
  const wrong = Object.fromEntries((error?.issues ?? []).toReversed().map((one) => [String(one.path[0]), one.message]));
  return form.newPassword === form.confirmation ? wrong : { ...wrong, confirmation: texts.mismatch };
}
