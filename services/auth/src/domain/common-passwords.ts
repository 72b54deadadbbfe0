import { appError } from '@earshot/core';

/** The passwords that attackers guess first. */
export interface CommonPasswords {
  /** Ignores case. */
  has(password: string): Promise<boolean>;
}

/** Throws auth.password-common with the form's field. */
export async function refuseCommon(password: string, field: string, common: CommonPasswords): Promise<void> {
  if (!(await common.has(password))) return;
  const refusal = appError('auth.password-common');
  throw appError('auth.password-common', { fields: { [field]: refusal.message } });
}
