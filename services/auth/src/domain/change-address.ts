import { appError } from '@earshot/core';
import type { UserId } from '@earshot/proto/refs';
import type { AccountChanges } from './account-changes.ts';
import { type AccountLimits, withinLimit } from './account-limits.ts';
import { type ListedDependencies, listedGrant, type Opener } from './listed-address.ts';
import { endingLinks, linkLifeMs, type Links } from './mails/links.ts';
import type { MailQueue } from './mails/mail-queue.ts';
import type { Notices } from './mails/notices.ts';
import { emailKey, type User } from './user.ts';

/** Dependencies for changing an account's address. */
export interface AddressDependencies extends ListedDependencies {
  readonly accounts: AccountChanges;
  readonly links: Links;
  readonly queue: MailQueue;
  readonly notices: Notices;
  readonly limits: Pick<AccountLimits, 'links' | 'addressChanges' | 'mailsToNewAddress'>;
  readonly newId: () => string;
  readonly now: () => Date;
  /** Called when a mail can be sent. */
  readonly due: () => void;
  /** Called after a write that carried events. */
  readonly saved: () => void;
}

/**
 * Queues a mail with a link to the new address. The sender drops it if the address has another account, so that neither
 * answer nor time reveals which addresses have accounts. Throws rate.limited for the user; the limit of the new address
 * is silent.
 */
export async function requestAddress(
  input: { userId: UserId; email: string },
  { accounts, queue, limits, newId, now, due }: AddressDependencies,
): Promise<void> {
  const { userId, email } = input;
  await limits.addressChanges.take(userId);
  if (!(await withinLimit(limits.mailsToNewAddress, emailKey(email)))) return;
  await accounts.noteAddress(userId, email);
  const [at, key] = [now(), `address:${userId}:${newId()}`];
  const giveUpAt = new Date(at.getTime() + linkLifeMs['confirm-address']);
  await queue.addNotice({ key, kind: 'confirm-address', giveUpAt, userId, to: email }, at);
  due();
}

/**
 * Changes the address through the link in the mail to it, which also verifies it. All links in earlier mails end. The
 * same write can grant the administrator role (`listedGrant`). Throws auth.link-invalid, also when the address was taken
 * meanwhile, and rate.limited.
 */
export async function confirmAddress(
  input: { token: string; visitorIp: string; opener: Opener | null },
  deps: AddressDependencies,
): Promise<User> {
  const { accounts, links, now } = deps;
  await deps.limits.links.take(input.visitorIp);
  const found = await links.addressOf(input.token, now());
  const before = found === null ? null : await accounts.find(found.userId);
  if (found === null || before === null) throw appError('auth.link-invalid');
  const link = { userId: before.id, purpose: 'confirm-address' } as const;
  if (!(await links.use(input.token, link))) throw appError('auth.link-invalid');
  const change = { ...listedGrant(before, found.email, input.opener, deps), email: found.email, now: now() };
  const done = await endingLinks(links, before.id, () => accounts.setAddress(before, change));
  if (!done) throw appError('auth.link-invalid');
  deps.saved();
  const facts = { userId: before.id, network: input.visitorIp };
  await deps.notices.send('address-changed', { ...facts, to: found.email });
  if (emailKey(before.email) !== emailKey(found.email))
    await deps.notices.send('address-changed', { ...facts, to: before.email });
  return { ...before, email: found.email };
}
