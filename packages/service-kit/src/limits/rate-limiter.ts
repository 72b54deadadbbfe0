import { createHash } from 'node:crypto';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Clock } from '@earshot/core';
import { systemClock } from '@earshot/core';
import { appError } from '@earshot/core';
import type { KeyValue } from '@earshot/core';
import { KeyValueLimiter } from './key-value-limiter.ts';

export interface RateLimiterOptions {
  readonly kv: Pick<KeyValue, 'get' | 'set' | 'delete' | 'increment'>;
  /** Unique in the product; limiters of one name count together, in every replica. */
  readonly name: string;
  /** How much a key may do within the duration. */
  readonly points: number;
  /** Milliseconds from a key's first point until all are free again. */
  readonly durationMs: number;
  /** The platform's, so that a test's time is the limit's time; the machine's own unless told. */
  readonly clock?: Clock;
}

/**
 * A limit a key: an account, an address, a user. Keys are stored as digests. While the key-value store is away each
 * process counts for itself. For failures alone: `take` before, so that many at once cannot slip through, and on success
 * `reward` (forget this one) or `reset` (forget all).
 */
export interface RateLimiter {
  /** Takes a point; throws `rate.limited` with `retryAfterSeconds` where none is left. */
  take(key: string): Promise<void>;
  /** Throws as `take` would and takes nothing. */
  peek(key: string): Promise<void>;
  /** Gives a point back that was taken. */
  reward(key: string): Promise<void>;
  /** Gives all points back. */
  reset(key: string): Promise<void>;
}

/** Makes a limit; costs nothing until it is used, and needs no stop. */
export function rateLimiter({ kv, name, points, durationMs, clock = systemClock }: RateLimiterOptions): RateLimiter {
  const limiter = new KeyValueLimiter({ kv, clock, keyPrefix: `limit:${name}`, points, durationMs });
  return {
    take: async (key) => {
      try {
        await limiter.consume(digest(key));
      } catch (refusal) {
        throw refusal instanceof RateLimiterRes ? limited(refusal) : refusal;
      }
    },
    peek: async (key) => {
      const counted = await limiter.get(digest(key));
      if (counted !== null && counted.consumedPoints >= points) throw limited(counted);
    },
    reward: async (key) => void (await limiter.reward(digest(key))),
    reset: async (key) => void (await limiter.delete(digest(key))),
  };
}

function limited({ msBeforeNext }: RateLimiterRes) {
  return appError('rate.limited', { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) });
}

/** Neither an address nor an account stands in the store in clear. */
function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
