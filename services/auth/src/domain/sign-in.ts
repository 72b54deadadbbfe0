import { appError } from '@earshot/core';
import type { AccountLimits } from './account-limits.ts';
import { countingFailures } from './account-limits.ts';
import type { Passwords } from './passwords.ts';
import type { User } from './user.ts';
import { emailKey } from './user.ts';

/** What signing in needs of the accounts. */
export interface SignInRepository {
  /** The account of this address, whatever its case, with its hash (null: it has no password). */
  findForSignIn(email: string): Promise<{ user: User; passwordHash: string | null } | null>;
}

export interface SignInDependencies {
  readonly users: SignInRepository;
  readonly passwords: Passwords;
  readonly limits: Pick<AccountLimits, 'signInsOfAccount' | 'signInsOfAddress'>;
}

/**
 * The account of these credentials. Throws auth.invalid-credentials, as late and in the same words whatever is wrong;
 * rate.limited after too many failures of an account, be it there or not, or of a visitor's address, before any hashing.
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
  if (found === null || !matches) throw appError('auth.invalid-credentials');
  return found.user;
}
