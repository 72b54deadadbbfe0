import { AppError } from '@earshot/core';
import type { AccountLimits } from '../account-limits.ts';
import { emailKey } from '../user.ts';
import { linkLifeMs } from './links.ts';
import type { MailQueue } from './mail-queue.ts';

/** What asking for a mail needs. */
export interface MailRequestDependencies {
  readonly queue: MailQueue;
  readonly limits: Pick<AccountLimits, 'forgottenOfAccount' | 'forgottenOfAddress' | 'verifications'>;
  readonly newId: () => string;
  readonly now: () => Date;
  /** Told when a mail can be sent. */
  readonly due: () => void;
}

/** Milliseconds that a link to a new password is tried to be sent: who waits longer asks again. */
const resetTryForMs = 3_600_000;

/** The verification of a new account, once however often this is told. */
export async function welcome(userId: string, deps: Pick<MailRequestDependencies, 'queue' | 'now' | 'due'>) {
  const now = deps.now();
  const giveUpAt = new Date(now.getTime() + linkLifeMs['verify-email']);
  await deps.queue.add({ key: `verify:${userId}`, kind: 'verify-email', giveUpAt, userId }, now);
  deps.due();
}

/** The verification once more. Throws rate.limited. */
export async function verifyAgain(userId: string, deps: MailRequestDependencies): Promise<void> {
  await deps.limits.verifications.take(userId);
  const now = deps.now();
  const giveUpAt = new Date(now.getTime() + linkLifeMs['verify-email']);
  const key = `verify:${userId}:${deps.newId()}`;
  await deps.queue.add({ key, kind: 'verify-email', giveUpAt, userId }, now);
  deps.due();
}

/**
 * A link to a new password, if the address is an account's. The same work whether it is or not: one limit, one write.
 * Whose it is is found out later, by who sends it. Throws rate.limited for a visitor's address alone: what is refused
 * to an account is passed over in silence, or others could tell that somebody tries.
 */
export async function forgotPassword(
  wanted: { email: string; visitorIp: string },
  deps: MailRequestDependencies,
): Promise<void> {
  const { limits, queue } = deps;
  await limits.forgottenOfAddress.take(wanted.visitorIp);
  const key = emailKey(wanted.email);
  try {
    await limits.forgottenOfAccount.take(key);
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate.limited') return;
    throw error;
  }
  const now = deps.now();
  const giveUpAt = new Date(now.getTime() + resetTryForMs);
  await queue.add({ key: `reset:${deps.newId()}`, kind: 'reset-password', giveUpAt, emailKey: key }, now);
  deps.due();
}
