import type { OutgoingEvent } from '@earshot/event-bus';
import { appError } from '@earshot/core';
import type { AccountChanges, AdminReason } from './account-changes.ts';
import type { Links } from './mails/links.ts';
import type { User } from './user.ts';
import { emailKey } from './user.ts';

/** Dependencies for verifying an address. */
export interface VerificationDependencies {
  readonly accounts: AccountChanges;
  readonly adminEmails: readonly string[];
  readonly now: () => Date;
  readonly adminChanged: (userId: string, isAdmin: boolean, reason: AdminReason) => OutgoingEvent;
  /** Called after a write that carried events. */
  readonly saved: () => void;
}

/**
 * Verifies an address through the link of a mail. Can be repeated. Resolves with the account. Throws auth.link-invalid.
 */
export async function verifyEmail(token: string, deps: VerificationDependencies & { links: Links }): Promise<User> {
  const userId = await deps.links.find(token, 'verify-email', deps.now());
  const user = userId === null ? null : await deps.accounts.find(userId);
  if (user === null) throw appError('auth.link-invalid');
  await markVerified(user, deps);
  return user;
}

/** Marks the address as verified. If the operator listed it, the same write grants the administrator role. */
export async function markVerified(user: User, deps: VerificationDependencies): Promise<void> {
  if (user.isEmailVerified) return;
  const listed = deps.adminEmails.some((email) => emailKey(email) === emailKey(user.email));
  const isAdmin = listed && !user.isAdmin;
  const events = isAdmin ? [deps.adminChanged(user.id, true, 'listed-address')] : [];
  await deps.accounts.setVerified(user.id, { isAdmin, now: deps.now(), events });
  deps.saved();
}
