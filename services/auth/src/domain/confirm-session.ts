import { appError } from '@earshot/core';
import type { confirmMethods } from '@earshot/proto/values';
import type { UserId } from '@earshot/proto/refs';
import type { AccountChanges } from './account-changes.ts';
import { type AccountLimits, countingFailures } from './account-limits.ts';
import type { FactorStores } from './factors/manage-factors.ts';
import type { PasskeySite } from './factors/passkeys.ts';
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
  userId: UserId,
  { hasProvider, site }: { hasProvider: boolean; site: PasskeySite | null },
  { accounts, factors, passkeys }: Pick<ConfirmDependencies, 'accounts'> & FactorStores,
): Promise<ConfirmMethod[]> {
  const methods: ConfirmMethod[] = [];
  if ((await accounts.passwordHashOf(userId)) !== null) methods.push('password');
  if ((await factors.totpOf(userId)) !== null) methods.push('code');
  if ((await passkeys.list(userId)).some(({ domain }) => domain === site?.domain)) methods.push('passkey');
  if (methods.length > 0) return methods;
  return hasProvider && (await accounts.hasIdentity(userId)) ? ['provider'] : [];
}

/**
 * Checks the password of a signed-in user and returns the account, whose session is then confirmed. Throws auth.wrong-password, with the same text and delay for accounts without a password, and
 * rate.limited.
 */
export async function confirmByPassword(
  proof: { userId: UserId; password: string },
  { accounts, passwords, limits }: ConfirmDependencies,
): Promise<User> {
  // The user is signed in, so a flood of strangers must not keep them from confirming.
  passwords.admit('known');
  const user = await accounts.find(proof.userId);
  if (user === null) throw appError('auth.unauthorized', { userId: proof.userId });
  const attempts = [{ limiter: limits.passwordChanges, key: user.id, onSuccess: 'reset' }] as const;
  return countingFailures(attempts, async () => {
    const hash = await accounts.passwordHashOf(user.id);
    if (await passwords.matches(hash, proof.password, 'known')) return user;
    throw appError('auth.wrong-password', { message: wrong, fields: { password: wrong } });
  });
}

const wrong = 'The password is not right';
