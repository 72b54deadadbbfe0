import { appError } from '@earshot/core';
import { passwordForms, type PasswordOwner, passwordWeakness, passwordWeaknesses } from '@earshot/proto/password-rules';

/** The passwords that attackers guess first. */
export interface CommonPasswords {
  /** `password` is in lower case. */
  has(password: string): Promise<boolean>;
}

/** Throws auth.password-weak or auth.password-common, with the reason at the form's field. */
export async function refuseWeak(
  { password, owner, field }: { password: string; owner: PasswordOwner; field: string },
  common: CommonPasswords,
): Promise<void> {
  const weakness = passwordWeakness(password, owner);
  if (weakness !== null) {
    const message = `This password ${passwordWeaknesses[weakness]} and would be guessed first; choose another`;
    throw appError('auth.password-weak', { message, fields: { [field]: message } });
  }
  for (const form of passwordForms(password)) if (await common.has(form)) throw tooCommon(field);
}

function tooCommon(field: string) {
  const { message } = appError('auth.password-common');
  return appError('auth.password-common', { fields: { [field]: message } });
}
