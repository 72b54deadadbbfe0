import type { OutgoingEvent } from '@earshot/event-bus';
import type { UserId } from '@earshot/proto/refs';
import type { AdminReason } from './account-changes.ts';
import { emailKey, type User } from './user.ts';

/** The signed-in user who opens a link, and the session. */
export interface Opener {
  readonly userId: UserId;
  readonly sessionRef?: string;
}

/** Dependencies for granting the administrator role to a listed address. */
export interface ListedDependencies {
  /** Addresses of administrators that the operator listed. */
  readonly adminEmails: readonly string[];
  readonly adminChanged: (
    userId: UserId,
    isAdmin: boolean,
    reason: AdminReason,
    keptSessionRef?: string,
  ) => OutgoingEvent;
}

/** Whether the operator listed this address. */
export function isListed(email: string, adminEmails: readonly string[]): boolean {
  return adminEmails.some((listed) => emailKey(listed) === emailKey(email));
}

/**
 * Whether proving `email` by a link makes the account an administrator, and the event for it. The link must be opened in
 * a session of the account, because somebody else may have created the account and may still be signed in to it. All
 * other sessions end.
 */
export function listedGrant(
  user: User,
  email: string,
  opener: Opener | null,
  { adminEmails, adminChanged }: ListedDependencies,
): { readonly isAdmin: boolean; readonly events: readonly OutgoingEvent[] } {
  const sessionRef = opener?.userId === user.id ? opener.sessionRef : undefined;
  if (sessionRef === undefined || user.isAdmin || !isListed(email, adminEmails)) return { isAdmin: false, events: [] };
  return { isAdmin: true, events: [adminChanged(user.id, true, 'listed-address', sessionRef)] };
}
