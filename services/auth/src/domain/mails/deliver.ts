import { type Mailer, MailNotSent } from '@earshot/service-kit';
import type { UserId } from '@earshot/proto/refs';
import type { User } from '../user.ts';
import { type CommunitySources, type DescribeLeads, type DigestPreferences, wantsDigest } from './digests.ts';
import type { LinkPurpose, Links, UnsubscribeTokens } from './links.ts';
import type { MailOutcome, MailQueue, QueuedMail } from './mail-queue.ts';
import { noticeText } from './notice-texts.ts';
import { digestText, type MailText, newAddressText, resetText, verificationText } from './texts.ts';

/** What the delivery of mails needs. */
export interface DeliveryDependencies {
  readonly queue: MailQueue;
  readonly users: { find(userId: UserId): Promise<User | null>; findByEmail(email: string): Promise<User | null> };
  readonly links: Links;
  readonly unsubscribing: UnsubscribeTokens;
  readonly digestPreferences: DigestPreferences;
  readonly communitySources: CommunitySources;
  readonly describeLeads: DescribeLeads;
  readonly mailer: Mailer;
  /** Earshot's public address without a trailing slash. */
  readonly baseUrl: () => string;
  /** Reports that an account was sent a link to reset its password. */
  readonly resetMailed: (userId: UserId) => void;
  /** Reports why a mail was not sent, without its recipient. */
  readonly failed: (facts: { key: string; attempts: number; givenUp: boolean }, error: unknown) => void;
}

/** Milliseconds before the first retry; doubles for each further one, up to `longestMs`. */
const firstRetryMs = 15_000;
const longestMs = 3_600_000;

/** The time of the next retry of a mail claimed `attempts` times. */
export function retryAt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(longestMs, firstRetryMs * 2 ** Math.min(attempts - 1, 20)));
}

/** Sends one claimed mail, or drops it if it is no longer wanted, and stores the outcome. */
export async function deliver(mail: QueuedMail, now: () => Date, deps: DeliveryDependencies): Promise<void> {
  const { queue } = deps;
  try {
    await queue.settle(mail.key, await send(mail, now(), deps));
  } catch (error) {
    const permanent = error instanceof MailNotSent && error.permanent;
    const at = retryAt(mail.attempts, now());
    const givenUp = permanent || at > mail.giveUpAt;
    deps.failed({ key: mail.key, attempts: mail.attempts, givenUp }, error);
    if (givenUp) await queue.settle(mail.key, 'failed');
    else await queue.postpone(mail.key, at);
  }
}

async function send(mail: QueuedMail, now: Date, deps: DeliveryDependencies): Promise<MailOutcome> {
  if (now > mail.giveUpAt) return 'failed';
  if (mail.kind === 'account-deleted') return sendFarewell(mail, deps);
  const user = await recipientOf(mail, deps);
  if (user === null) return 'dropped';
  const text = await textOf(mail, user, now, deps);
  if (text === null) return 'dropped';
  const to = mail.to ?? user.email;
  await deps.mailer.send({ key: mail.key, to, ...text });
  if ((await deps.users.find(user.id)) !== null) {
    if (mail.kind === 'reset-password') deps.resetMailed(user.id);
    return 'sent';
  }
  // The account was deleted meanwhile: remove the link and address created for the mail.
  await deps.links.endAll(user.id);
  await deps.mailer.forget(to);
  return 'dropped';
}

/** The account no longer exists, so nothing is looked up. */
async function sendFarewell({ key, to, facts }: QueuedMail, deps: DeliveryDependencies): Promise<MailOutcome> {
  if (to === null || facts === null) return 'dropped';
  await deps.mailer.send({ key, to, ...noticeText('account-deleted', facts, deps.baseUrl()) });
  return 'sent';
}

async function recipientOf({ key, userId, emailKey }: QueuedMail, { users, queue }: DeliveryDependencies) {
  if (userId !== null) return users.find(userId);
  const user = emailKey === null ? null : await users.findByEmail(emailKey);
  if (user !== null) await queue.belongsTo(key, user.id);
  return user;
}

/** Returns null if the mail is no longer wanted. */
async function textOf(mail: QueuedMail, user: User, now: Date, deps: DeliveryDependencies): Promise<MailText | null> {
  const base = deps.baseUrl();
  const linkTo = async (purpose: LinkPurpose) =>
    `${base}/${purpose}?token=${await deps.links.create({ userId: user.id, purpose, now })}`;
  switch (mail.kind) {
    case 'verify-email':
      return user.isEmailVerified ? null : verificationText(await linkTo('verify-email'));
    case 'reset-password':
      return resetText(await linkTo('reset-password'));
    case 'confirm-address':
      return mail.to === null ? null : newAddressTextFor(mail.to, user, now, deps);
    case 'digest': {
      if (mail.leads.length === 0 || !(await wantsDigest(user, deps.digestPreferences))) return null;
      const leads = await deps.describeLeads(user.id, mail.leads);
      if (leads.length === 0) return null;
      const token = encodeURIComponent(deps.unsubscribing.of(user.id));
      return digestText(leads, await deps.communitySources(user.id), {
        lead: (leadId) => `${base}/dashboard/leads?lead=${encodeURIComponent(leadId)}`,
        settings: `${base}/dashboard/settings`,
        unsubscribe: `${base}/unsubscribe?token=${token}`,
        oneClick: `${base}/api/auth/unsubscribe?token=${token}`,
      });
    }
    default:
      return mail.facts && noticeText(mail.kind, mail.facts, base);
  }
}

/** Returns null if the address belongs to another account. */
async function newAddressTextFor(email: string, { id }: User, now: Date, deps: DeliveryDependencies) {
  const owner = await deps.users.findByEmail(email);
  if (owner !== null && owner.id !== id) return null;
  const token = await deps.links.create({ userId: id, purpose: 'confirm-address', now, email });
  return newAddressText(`${deps.baseUrl()}/confirm-address?token=${token}`);
}
