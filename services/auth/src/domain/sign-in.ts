import { appError } from '@earshot/platform';
import type { Passwords } from './passwords.ts';
import type { User } from './user.ts';

/** What signing in needs of the accounts. */
export interface SignInRepository {
  /** The account of this address, whatever its case, with its hash (null: it has no password). */
  findForSignIn(email: string): Promise<{ user: User; passwordHash: string | null } | null>;
}

/** The account of these credentials. Throws auth.invalid-credentials, as late and in the same words whatever is wrong. */
export async function signIn(
  credentials: { email: string; password: string },
  deps: { users: SignInRepository; passwords: Passwords },
): Promise<User> {
  const found = await deps.users.findForSignIn(credentials.email);
  const matches = await deps.passwords.matches(found?.passwordHash ?? null, credentials.password);
  if (found === null || !matches) throw appError('auth.invalid-credentials');
  return found.user;
}
