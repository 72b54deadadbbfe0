import type { RateLimiter } from '@earshot/service-kit';
import { AppError } from '@earshot/core';

/**
 * Rate limits for attempts by strangers. An address is the visitor's network address; an account is identified by its
 * mail address.
 */
export interface AccountLimits {
  /** Failed sign-ins of a network: 100 in 15 minutes. */
  readonly signInsOfNetwork: RateLimiter;
  /** Failed sign-ins of strangers to an account: 10 per network and 100 over all networks in 15 minutes. */
  readonly signInsOfAccountInNetwork: RateLimiter;
  readonly signInsOfAccount: RateLimiter;
  /** Failed sign-ins of a known device: 10 per account in 15 minutes. */
  readonly signInsOfDevice: RateLimiter;
  /** Registrations: 60 per address in an hour. */
  readonly registrations: RateLimiter;
  /** Password reset requests: 5 per account and 30 per address in an hour. */
  readonly forgottenOfAccount: RateLimiter;
  readonly forgottenOfAddress: RateLimiter;
  /** Uses of links from mails: 60 per address in 15 minutes. */
  readonly links: RateLimiter;
  /** Wrong proofs of signed-in users, to change the password or to confirm the session: 10 per user in 15 minutes. */
  readonly passwordChanges: RateLimiter;
  /** Requested verification mails: 5 per user in an hour. */
  readonly verifications: RateLimiter;
  /** Requested address changes: 5 per user and 5 per new address in an hour. */
  readonly addressChanges: RateLimiter;
  readonly mailsToNewAddress: RateLimiter;
  /** Mails about changes of an account: 10 per kind, user and address in an hour. */
  readonly notices: RateLimiter;
  /** Wrong proofs in the second step of a sign-in, and wrong codes in setting up an app: 10 per account in 15 minutes. */
  readonly factors: RateLimiter;
  /** Begun passkey dialogs: 60 per user, or per address of a visitor, in 15 minutes. */
  readonly challenges: RateLimiter;
  /** Visits of the identity provider by signed-in users: 20 per user in an hour. */
  readonly providerVisits: RateLimiter;
}

/** Takes a point. Returns false if none is left, for limits that must not show in an answer. */
export async function withinLimit(limiter: RateLimiter, key: string): Promise<boolean> {
  try {
    await limiter.take(key);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate.limited') return false;
    throw error;
  }
}

/**
 * Runs an attempt of which only failures count. Points are taken before the attempt, so that concurrent attempts cannot
 * exceed the limit, and are returned unless `isFailure` accepts the error. Throws rate.limited before the attempt if no
 * points are left.
 */
export async function countingFailures<T>(
  taken: readonly { limiter: RateLimiter; key: string; onSuccess: 'reset' | 'reward' }[],
  attempt: () => Promise<T>,
  isFailure: (error: unknown) => boolean = isWrongSecret,
): Promise<T> {
  await takeAll(taken);
  try {
    const result = await attempt();
    for (const { limiter, key, onSuccess } of taken) await limiter[onSuccess](key);
    return result;
  } catch (error) {
    if (!isFailure(error)) for (const { limiter, key } of taken) await limiter.reward(key);
    throw error;
  }
}

/** Takes a point of each. An attempt that one limit refuses counts in none. */
async function takeAll(limits: readonly { limiter: RateLimiter; key: string }[]): Promise<void> {
  const taken: (typeof limits)[number][] = [];
  try {
    for (const one of limits) {
      await one.limiter.take(one.key);
      taken.push(one);
    }
  } catch (error) {
    for (const { limiter, key } of taken) await limiter.reward(key);
    throw error;
  }
}

const wrongSecrets: ReadonlySet<string> = new Set([
  'auth.invalid-credentials',
  'auth.wrong-password',
  'auth.wrong-code',
  'auth.passkey-invalid',
]);

function isWrongSecret(error: unknown): boolean {
  return error instanceof AppError && wrongSecrets.has(error.code);
}
