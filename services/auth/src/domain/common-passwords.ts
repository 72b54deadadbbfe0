import { appError } from '@earshot/core';

/** The passwords that are guessed first. */
export interface CommonPasswords {
  /** Whatever the case. */
  has(password: string): Promise<boolean>;
}

/** Throws auth.password-common, naming the form's field. */
export async function refuseCommon(password: string, field: string, common: CommonPasswords): Promise<void> {
  if (!(await common.has(password))) return;
  const refusal = appError('auth.password-common');
  throw appError('auth.password-common', { fields: { [field]: refusal.message } });
}
