import { appError } from '@earshot/core';
import type { UserId } from '@earshot/proto/refs';
import type { AccountChanges } from './account-changes.ts';
import type { AccountLimits } from './account-limits.ts';
import type { ListedDependencies } from './listed-address.ts';

/** Milliseconds for which the link is valid. */
export const firstAdminLinkMs = 24 * 3_600_000;

/** The link for the first administrator. Only the digest of its token is stored, and a new link replaces the former. */
export interface FirstAdminLinks {
  create(now: Date): Promise<string>;
  /** Deletes the link. Returns false if the token is wrong, used or expired. */
  use(token: string, now: Date): Promise<boolean>;
}

interface Dependencies {
  readonly accounts: Pick<AccountChanges, 'hasAdmin' | 'setAdmin'>;
  readonly firstAdminLinks: FirstAdminLinks;
  readonly limits: Pick<AccountLimits, 'links'>;
  readonly now: () => Date;
  readonly adminChanged: ListedDependencies['adminChanged'];
  /** Called after a write that carried events. */
  readonly saved: () => void;
}

/**
 * Makes the account an administrator by the link that `npm start` prints while there is none. The other sessions of the
 * account end. Throws auth.link-invalid and rate.limited.
 */
export async function becomeFirstAdmin(
  input: { token: string; userId: UserId; sessionRef: string; visitorIp: string },
  { accounts, firstAdminLinks, limits, now, adminChanged, saved }: Dependencies,
): Promise<void> {
  const { userId, sessionRef } = input;
  await limits.links.take(input.visitorIp);
  if (await accounts.hasAdmin()) throw appError('auth.link-invalid');
  if (!(await firstAdminLinks.use(input.token, now()))) throw appError('auth.link-invalid');
  const events = [adminChanged(userId, true, 'link', sessionRef)];
  const done = await accounts.setAdmin(userId, { isAdmin: true, now: now(), events });
  if (!done) throw appError('auth.unauthorized', { userId });
  saved();
}
