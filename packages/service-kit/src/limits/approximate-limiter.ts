import { steadyClock, systemClock } from '@earshot/core';
import { LRUCache } from 'lru-cache';
import { countingLimiter, type RateLimiter, type RateLimiterOptions } from './rate-limiter.ts';

/** Limits the memory to a few MB. A key that is removed loses the points that were not yet counted in the store. */
const mostKept = 10_000;

/** What this process knows of a key. */
interface Known {
  /** The points of all replicas when the store last answered. */
  total: number;
  /** Points taken here that the store does not count yet. */
  uncounted: number;
  /** Points on their way to the store. */
  sending: number;
}

/**
 * A limit for many calls with many points. A call is admitted from memory, and its points are counted in the store
 * together, in the background, when 1 % of the limit has come together. So each replica admits at most 2 % more than the
 * limit. Only the store refuses a call. Limits below 100 points are exact.
 */
export function approximateLimiter(options: RateLimiterOptions): RateLimiter {
  const { points, durationMs, clock = systemClock } = options;
  const { count, ...exact } = countingLimiter(options);
  const batch = Math.floor(points / 100);
  if (batch === 0) return exact;
  const steady = steadyClock(clock);
  const perf = { now: () => steady.now().getTime() };
  const keys = new LRUCache<string, Known>({ max: mostKept, ttl: durationMs, ttlResolution: 0, perf });

  const send = async (key: string, known: Known): Promise<void> => {
    const sent = known.uncounted;
    known.uncounted = 0;
    known.sending += sent;
    try {
      known.total = await count(key, sent);
    } catch (error) {
      known.total = points;
      throw error;
    } finally {
      known.sending -= sent;
    }
  };
  return {
    ...exact,
    take: async (key) => {
      const before = keys.get(key);
      const known = before ?? { total: 0, uncounted: 0, sending: 0 };
      if (before === undefined) keys.set(key, known);
      known.uncounted += 1;
      const open = known.uncounted + known.sending;
      if (known.total + open > points || open > 2 * batch) await send(key, known);
      // The total is then the limit, so that the next call asks the store and receives its refusal.
      else if (known.sending === 0 && (before === undefined || open >= batch)) send(key, known).catch(() => undefined);
    },
    reward: async (key) => {
      const known = keys.get(key);
      if (known !== undefined && known.uncounted > 0) known.uncounted -= 1;
      else await exact.reward(key);
    },
    reset: async (key) => {
      keys.delete(key);
      await exact.reset(key);
    },
  };
}
