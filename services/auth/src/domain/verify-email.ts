import { appError } from '@earshot/core';
import type { AccountChanges } from './account-changes.ts';
import { type ListedDependencies, listedGrant, type Opener } from './listed-address.ts';
import type { Links } from './mails/links.ts';
import type { User } from './user.ts';

/** Dependencies for verifying an address. */
export interface VerificationDependencies extends ListedDependencies {
  readonly accounts: AccountChanges;
  readonly now: () => Date;
  /** Called after a write that carried events. */
  readonly saved: () => void;
}

/**
 * Verifies an address through the link of a mail. Can be repeated. Resolves with the account. If the operator listed the
 * address and the link is opened in a session of the account, the account becomes administrator. Throws
 * auth.link-invalid.
 */
export async function verifyEmail(
  input: { token: string; opener: Opener | null },
  deps: VerificationDependencies & { links: Links },
): Promise<User> {
  const userId = await deps.links.find(input.token, 'verify-email', deps.now());
  const user = userId === null ? null : await deps.accounts.find(userId);
  if (user === null) throw appError('auth.link-invalid');
  await markVerified(user, input.opener, deps);
  return user;
}

/** Marks the address as verified. The same write can grant the administrator role (`listedGrant`). */
export async function markVerified(user: User, opener: Opener | null, deps: VerificationDependencies): Promise<void> {
  if (user.isEmailVerified) return;
  await deps.accounts.setVerified(user.id, { ...listedGrant(user, user.email, opener, deps), now: deps.now() });
  deps.saved();
}
