import { appError } from '@earshot/core';
import type { AccountLimits } from './account-limits.ts';
import { countingFailures } from './account-limits.ts';
import type { Passwords } from './passwords.ts';
import type { User } from './user.ts';
import { emailKey } from './user.ts';

/** Account storage for signing in. */
export interface SignInRepository {
  /** The account of this address (ignoring case) with its hash; null if it has no password. */
  findForSignIn(email: string): Promise<{ user: User; passwordHash: string | null } | null>;
}

export interface SignInDependencies {
  readonly users: SignInRepository;
  readonly passwords: Passwords;
  readonly limits: Pick<AccountLimits, 'signInsOfAccount' | 'signInsOfAddress'>;
}

/**
 * Checks credentials and returns the account. Throws auth.invalid-credentials, with the same delay and text for every
 * cause. Throws rate.limited before hashing after too many failures of an account (existing or not) or of a visitor's
 * address.
 */
export async function signIn(
  credentials: { email: string; password: string; visitorIp: string },
  deps: SignInDependencies,
): Promise<User> {
  deps.passwords.admit();
  const { signInsOfAccount, signInsOfAddress } = deps.limits;
  const counted = [
    { limiter: signInsOfAddress, key: credentials.visitorIp, onSuccess: 'reward' },
    { limiter: signInsOfAccount, key: emailKey(credentials.email), onSuccess: 'reset' },
  ] as const;
  return countingFailures(counted, () => accountOf(credentials, deps));
}

async function accountOf(credentials: { email: string; password: string }, deps: SignInDependencies): Promise<User> {
  const found = await deps.users.findForSignIn(credentials.email);
  const matches = await deps.passwords.matches(found?.passwordHash ?? null, credentials.password);
  if (found === null || !matches) throw appError('auth.invalid-credentials', { userId: found?.user.id });
  return found.user;
}
