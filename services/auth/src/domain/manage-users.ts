import type { OutgoingEvent } from '@earshot/event-bus';
import { appError } from '@earshot/core';
import type { UserId } from '@earshot/proto/refs';

/** An account as administrators see it. */
export interface ManagedUser {
  readonly id: UserId;
  readonly email: string;
  readonly isAdmin: boolean;
  readonly isDisabled: boolean;
  readonly createdAt: Date;
}

/** Accounts for administrators. An account that is being deleted counts as missing. */
export interface ManagedUsers {
  /** Accounts by address, whose address begins with `search` and comes after `after`. */
  list(page: { search: string; after: string; limit: number }): Promise<ManagedUser[]>;
  find(userId: UserId): Promise<ManagedUser | null>;
  isDisabled(userId: UserId): Promise<boolean>;
  /** Sets the state and saves the events in one write. Returns false if the account's rights changed meanwhile. */
  save(
    seen: ManagedUser,
    change: { isDisabled: boolean; now: Date; events: readonly OutgoingEvent[] },
  ): Promise<boolean>;
}

interface Dependencies {
  readonly managed: ManagedUsers;
  readonly now: () => Date;
  readonly sessionsEnded: (userId: UserId, isAdmin: boolean) => OutgoingEvent;
  /** Called after each write that carried events. */
  readonly saved: () => void;
}

/** Refuses the sign-in to a disabled account. Called after the proof, so that strangers learn nothing. */
export async function refuseDisabled(userId: UserId, { managed }: { readonly managed: ManagedUsers }): Promise<void> {
  if (await managed.isDisabled(userId)) throw appError('auth.disabled', { userId });
}

/** Ends all sessions of a user: the event reaches the gateway even if the answer to the administrator is lost. */
export async function endSessionsOf(userId: UserId, deps: Dependencies): Promise<ManagedUser> {
  const seen = await existing(userId, deps);
  return changed(seen, seen.isDisabled, true, deps);
}

/** Disables an account, which ends its sessions, or enables it again. Administrators cannot disable themselves. */
export async function setDisabled(
  { userId, isDisabled, by }: { userId: UserId; isDisabled: boolean; by: string },
  deps: Dependencies,
): Promise<ManagedUser> {
  if (userId === by) throw appError('auth.forbidden', { message: 'You cannot disable your own account' });
  return changed(await existing(userId, deps), isDisabled, isDisabled, deps);
}

async function existing(userId: UserId, { managed }: Dependencies): Promise<ManagedUser> {
  const found = await managed.find(userId);
  if (found === null) throw appError('user.not-found', { userId });
  return found;
}

async function changed(
  seen: ManagedUser,
  isDisabled: boolean,
  endsSessions: boolean,
  { managed, now, sessionsEnded, saved }: Dependencies,
): Promise<ManagedUser> {
  const events = endsSessions ? [sessionsEnded(seen.id, seen.isAdmin)] : [];
  if (!(await managed.save(seen, { isDisabled, now: now(), events }))) throw appError('service.unavailable');
  saved();
  return { ...seen, isDisabled };
}
