import { appError } from '@earshot/core';
import type { confirmMethods } from '@earshot/proto/values';
import type { AccountChanges } from './account-changes.ts';
import { countingFailures } from './account-limits.ts';
import type { AccountLimits } from './account-limits.ts';
import type { Passwords } from './passwords.ts';
import type { User } from './user.ts';

export type ConfirmMethod = (typeof confirmMethods)[number];

/** Dependencies for confirming sessions. */
export interface ConfirmDependencies {
  readonly passwords: Passwords;
  readonly limits: Pick<AccountLimits, 'passwordChanges'>;
  readonly accounts: Pick<AccountChanges, 'find' | 'passwordHashOf' | 'hasIdentity'>;
}

/** How the user can prove their presence. The provider counts only for accounts without a proof of their own. */
export async function methodsOf(
  userId: string,
  hasProvider: boolean,
  { accounts }: Pick<ConfirmDependencies, 'accounts'>,
): Promise<ConfirmMethod[]> {
  if ((await accounts.passwordHashOf(userId)) !== null) return ['password'];
  return hasProvider && (await accounts.hasIdentity(userId)) ? ['provider'] : [];
}

/**
 * Checks the password of a signed-in user and returns the account, whose session is then confirmed. Throws auth.wrong-password, with the same text and delay for accounts without a password, and
 * rate.limited.
 */
export async function confirmByPassword(
  proof: { userId: string; password: string },
  { accounts, passwords, limits }: ConfirmDependencies,
): Promise<User> {
  passwords.admit();
  const user = await accounts.find(proof.userId);
  if (user === null) throw appError('auth.unauthorized', { userId: proof.userId });
  const attempts = [{ limiter: limits.passwordChanges, key: user.id, onSuccess: 'reset' }] as const;
  return countingFailures(attempts, async () => {
    if (await passwords.matches(await accounts.passwordHashOf(user.id), proof.password)) return user;
    throw appError('auth.wrong-password', { message: wrong, fields: { password: wrong } });
  });
}

const wrong = 'The password is not right';
