import type { OutgoingEvent } from '@earshot/event-bus';
import { appError } from '@earshot/core';
import type { AccountChanges } from './account-changes.ts';
import type { Links } from './mails/links.ts';
import type { User } from './user.ts';
import { emailKey } from './user.ts';

/** What marking an address as verified needs. */
export interface VerificationDependencies {
  readonly accounts: AccountChanges;
  readonly adminEmails: readonly string[];
  readonly now: () => Date;
  readonly adminChanged: (userId: string, isAdmin: boolean) => OutgoingEvent;
  /** Told after a write that carried events. */
  readonly saved: () => void;
}

/** Takes the link of a verification mail; again is well. Throws auth.link-invalid. */
export async function verifyEmail(token: string, deps: VerificationDependencies & { links: Links }): Promise<void> {
  const userId = await deps.links.find(token, 'verify-email', deps.now());
  const user = userId === null ? null : await deps.accounts.find(userId);
  if (user === null) throw appError('auth.link-invalid');
  await markVerified(user, deps);
}

/** The address is the user's own. One that the operator named makes an administrator, in the same write. */
export async function markVerified(user: User, deps: VerificationDependencies): Promise<void> {
  if (user.isEmailVerified) return;
  const listed = deps.adminEmails.some((email) => emailKey(email) === emailKey(user.email));
  const isAdmin = listed && !user.isAdmin;
  const events = isAdmin ? [deps.adminChanged(user.id, true)] : [];
  await deps.accounts.setVerified(user.id, { isAdmin, now: deps.now(), events });
  deps.saved();
}
