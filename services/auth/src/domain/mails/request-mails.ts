import type { UserId } from '@earshot/proto/refs';
import { type AccountLimits, withinLimit } from '../account-limits.ts';
import { emailKey } from '../user.ts';
import { linkLifeMs } from './links.ts';
import type { MailQueue } from './mail-queue.ts';

/** Dependencies of mail requests. */
export interface MailRequestDependencies {
  readonly queue: MailQueue;
  readonly limits: Pick<AccountLimits, 'forgottenOfAccount' | 'forgottenOfAddress' | 'verifications'>;
  readonly newId: () => string;
  readonly now: () => Date;
  /** Called when a mail can be sent. */
  readonly due: () => void;
}

/** Milliseconds for which sending a password reset is retried. Afterwards users request another one. */
const resetTryForMs = 3_600_000;

/** Queues the verification mail of a new account; repeated calls queue one mail. */
export async function welcome(userId: UserId, deps: Pick<MailRequestDependencies, 'queue' | 'now' | 'due'>) {
  const now = deps.now();
  const giveUpAt = new Date(now.getTime() + linkLifeMs['verify-email']);
  await deps.queue.add({ key: `verify:${userId}`, kind: 'verify-email', giveUpAt, userId }, now);
  deps.due();
}

/** Queues another verification mail. Throws rate.limited. */
export async function verifyAgain(userId: UserId, deps: MailRequestDependencies): Promise<void> {
  await deps.limits.verifications.take(userId);
  const now = deps.now();
  const giveUpAt = new Date(now.getTime() + linkLifeMs['verify-email']);
  const key = `verify:${userId}:${deps.newId()}`;
  await deps.queue.add({ key, kind: 'verify-email', giveUpAt, userId }, now);
  deps.due();
}

/**
 * Queues a password reset if the address has an account. Both cases do the same work (one limit, one write), so that
 * neither answer nor time reveals which addresses have accounts. The sender looks up the account later. Throws
 * rate.limited only for the visitor's address. A limit of the account is ignored silently, or it would reveal other
 * people's attempts.
 */
export async function forgotPassword(
  input: { email: string; visitorIp: string },
  deps: MailRequestDependencies,
): Promise<void> {
  const { limits, queue } = deps;
  await limits.forgottenOfAddress.take(input.visitorIp);
  const key = emailKey(input.email);
  if (!(await withinLimit(limits.forgottenOfAccount, key))) return;
  const now = deps.now();
  const giveUpAt = new Date(now.getTime() + resetTryForMs);
  await queue.add({ key: `reset:${deps.newId()}`, kind: 'reset-password', giveUpAt, emailKey: key }, now);
  deps.due();
}
