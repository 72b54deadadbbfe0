import type { RateLimiter } from '@earshot/service-kit';
import { AppError } from '@earshot/core';

/** Limits of what strangers may try. An address is the visitor's, an account is its mail address. */
export interface AccountLimits {
  /** Failed sign-ins: 10 an account and 100 an address in 15 minutes. */
  readonly signInsOfAccount: RateLimiter;
  readonly signInsOfAddress: RateLimiter;
  /** 60 registrations an address and hour. */
  readonly registrations: RateLimiter;
  /** Requests for a new password: 5 an account and 30 an address in an hour. */
  readonly forgottenOfAccount: RateLimiter;
  readonly forgottenOfAddress: RateLimiter;
  /** Attempts at links: 60 an address in 15 minutes. */
  readonly links: RateLimiter;
  /** Wrong current passwords: 10 a user in 15 minutes. */
  readonly passwordChanges: RateLimiter;
  /** Verification mails that were asked for: 5 a user in an hour. */
  readonly verifications: RateLimiter;
}

/**
 * Runs an attempt of which only failures count: points are taken before it, so that many at once cannot slip through,
 * and given back unless it failed as `isFailure` says. Throws rate.limited before the attempt where none is left.
 */
export async function countingFailures<T>(
  taken: readonly { limiter: RateLimiter; key: string; onSuccess: 'reset' | 'reward' }[],
  attempt: () => Promise<T>,
  isFailure: (error: unknown) => boolean = isWrongSecret,
): Promise<T> {
  for (const { limiter, key } of taken) await limiter.take(key);
  try {
    const result = await attempt();
    for (const { limiter, key, onSuccess } of taken) await limiter[onSuccess](key);
    return result;
  } catch (error) {
    if (!isFailure(error)) for (const { limiter, key } of taken) await limiter.reward(key);
    throw error;
  }
}

function isWrongSecret(error: unknown): boolean {
  return error instanceof AppError && ['auth.invalid-credentials', 'auth.wrong-password'].includes(error.code);
}
