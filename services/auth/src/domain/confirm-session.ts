import { appError } from '@earshot/core';
import type { confirmMethods } from '@earshot/proto/values';
import type { AccountChanges } from './account-changes.ts';
import { countingFailures } from './account-limits.ts';
import type { SignInDependencies } from './sign-in.ts';
import { signInAttempts } from './sign-in.ts';
import type { User } from './user.ts';

export type ConfirmMethod = (typeof confirmMethods)[number];

/** Dependencies for confirming sessions. */
export interface ConfirmDependencies extends Pick<SignInDependencies, 'passwords' | 'limits'> {
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
 * Checks the password of a signed-in user and returns the account, whose session is then confirmed. Failures count as
 * failed sign-ins. Throws auth.wrong-password, with the same text and delay for accounts without a password, and
 * rate.limited.
 */
export async function confirmByPassword(
  proof: { userId: string; password: string; visitorIp: string },
  { accounts, passwords, limits }: ConfirmDependencies,
): Promise<User> {
  passwords.admit();
  const user = await accounts.find(proof.userId);
  if (user === null) throw appError('auth.unauthorized', { userId: proof.userId });
  const attempts = signInAttempts({ email: user.email, visitorIp: proof.visitorIp }, limits);
  return countingFailures(attempts, async () => {
    if (await passwords.matches(await accounts.passwordHashOf(user.id), proof.password)) return user;
    throw appError('auth.wrong-password', { message: wrong, fields: { password: wrong } });
  });
}

const wrong = 'The password is not right';
