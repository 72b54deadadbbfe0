import { createHash } from 'node:crypto';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { appError, type Clock, type KeyValue, systemClock } from '@earshot/core';
import { KeyValueLimiter } from './key-value-limiter.ts';

export interface RateLimiterOptions {
  readonly kv: Pick<KeyValue, 'get' | 'set' | 'delete' | 'increment'>;
  /** Unique in the product. Limiters with the same name share their counters, in every replica. */
  readonly name: string;
  /** How many points a key may use within the duration. */
  readonly points: number;
  /** Milliseconds from a key's first point until all points are available again. */
  readonly durationMs: number;
  /** The platform's clock, so that a test's clock controls the limit; the system clock by default. */
  readonly clock?: Clock;
}

/**
 * A rate limit per key, such as an account, an address or a user. Keys are stored as digests. While the key-value store
 * is unavailable, each process counts separately. To limit failures only, call `take` before the attempt, so that
 * parallel attempts cannot exceed the limit. On success, call `reward` to return this point or `reset` to return all.
 */
export interface RateLimiter {
  /** Takes a point. Throws `rate.limited` with `retryAfterSeconds` when none is left. */
  take(key: string): Promise<void>;
  /** Throws when no point is left, as `take` does, but takes none. */
  peek(key: string): Promise<void>;
  /** Returns one taken point. */
  reward(key: string): Promise<void>;
  /** Returns all points. */
  reset(key: string): Promise<void>;
}

/** Creates a limit. It uses no resources until the first call and needs no stop. */
export function rateLimiter(options: RateLimiterOptions): RateLimiter {
  const { count: _count, ...limiter } = countingLimiter(options);
  return limiter;
}

interface CountingLimiter extends RateLimiter {
  /** Takes several points. Resolves with the points taken in this window, or throws as `take` does. */
  count(key: string, taken: number): Promise<number>;
}

export function countingLimiter(options: RateLimiterOptions): CountingLimiter {
  const { kv, name, points, durationMs, clock = systemClock } = options;
  const limiter = new KeyValueLimiter({ kv, clock, keyPrefix: `limit:${name}`, points, durationMs });
  const count = async (key: string, taken: number) => {
    try {
      return (await limiter.consume(digest(key), taken)).consumedPoints;
    } catch (refusal) {
      throw refusal instanceof RateLimiterRes ? limited(refusal) : refusal;
    }
  };
  return {
    count,
    take: async (key) => void (await count(key, 1)),
    peek: async (key) => {
      const counted = await limiter.get(digest(key));
      if (counted !== null && counted.consumedPoints >= points) throw limited(counted);
    },
    reward: async (key) => void (await limiter.reward(digest(key))),
    reset: async (key) => void (await limiter.delete(digest(key))),
  };
}

function limited({ msBeforeNext }: RateLimiterRes) {
  const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return appError('rate.limited', {
    retryAfterSeconds,
    message: `Too many requests; try again ${inTime(retryAfterSeconds)}`,
  });
}

function inTime(seconds: number): string {
  if (seconds === 1) return 'in 1 second';
  return seconds < 100 ? `in ${seconds} seconds` : `in ${Math.ceil(seconds / 60)} minutes`;
}

/** Addresses and accounts are not stored in plain text. */
function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
