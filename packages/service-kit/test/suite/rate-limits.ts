import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AppError, type KeyValue } from '@earshot/core';
import { leavingKeyValue } from '@earshot/core/testing';
import { networkLimiter } from '../../src/limits/network-limiter.ts';
import { approximateLimiter } from '../../src/limits/approximate-limiter.ts';
import { type RateLimiter, rateLimiter } from '../../src/limits/rate-limiter.ts';

const durationMs = 60_000;

/** The stores of two replicas, which share their data. */
export interface OpenLimits {
  readonly kv: KeyValue;
  readonly other: KeyValue;
  pass(ms: number): Promise<void>;
  keys(): Promise<readonly string[]>;
  close(): Promise<void>;
}

let opened: OpenLimits;
/** The clock of the limits. Each test sets it. */
export const time = { nowMs: 0 };
export const clock = { now: () => new Date(time.nowMs) };

function limit(kv: KeyValue, points = 3, name = 'test'): RateLimiter {
  return rateLimiter({ kv, name, points, durationMs, clock });
}

/** Returns the seconds to wait, or 0 if the call was allowed. */
async function secondsToWait(call: Promise<void>): Promise<number> {
  try {
    await call;
    return 0;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'rate.limited') throw error;
    return error.details.retryAfterSeconds ?? NaN;
  }
}

/** The contract of rate limits on any key-value store. */
export function describeLimits(name: string, open: () => Promise<OpenLimits>): void {
  describe(`rate limits: ${name}`, () => {
    beforeEach(async () => {
      time.nowMs = 1_700_000_000_000;
      opened = await open();
    });
    afterEach(() => opened.close());

    it('allow as many calls as there are points, then return how long to wait, in every replica', async () => {
      const [here, there] = [limit(opened.kv), limit(opened.other)];
      await here.take('a');
      await there.take('a');
      await here.take('a');
      await opened.pass(20_000);
      expect(await secondsToWait(there.take('a'))).toBe(40);
      expect(await secondsToWait(here.take('b'))).toBe(0);
      // Ten and a half seconds are left. In Redis, real time passes in addition.
      await opened.pass(29_500);
      expect(await secondsToWait(here.take('a'))).toBe(11);
    });

    it('are free again after the duration, though callers went on', async () => {
      const own = limit(opened.kv, 1);
      await own.take('a');
      await opened.pass(30_000);
      expect(await secondsToWait(own.take('a'))).toBe(30);
      await opened.pass(31_000);
      expect(await secondsToWait(own.take('a'))).toBe(0);
      expect(await secondsToWait(own.take('a'))).toBe(60);
    });

    it('hold for many at once', async () => {
      const both = [limit(opened.kv), limit(opened.other)];
      const calls = Array.from({ length: 20 }, (_, index) => both[index % 2]?.take('a') ?? Promise.resolve());
      const waits = await Promise.all(calls.map(secondsToWait));
      expect(waits.filter((seconds) => seconds === 0)).toHaveLength(3);
    });

    it('where approximate, are at most 10 % too generous, and rarely ask the store', async () => {
      let asked = 0;
      const counting = (kv: KeyValue): KeyValue => ({
        ...kv,
        increment: (key, options) => {
          asked += 1;
          return kv.increment(key, options);
        },
      });
      const both = [opened.kv, opened.other].map((kv) =>
        approximateLimiter({ kv: counting(kv), name: 'test-many', points: 500, durationMs, clock }),
      );
      let admitted = 0;
      const startedAt = performance.now();
      while ((await secondsToWait(both[admitted % 2]?.take('a') ?? Promise.reject(new Error('none')))) === 0)
        admitted += 1;
      // One replica learned of the limit. The other may admit a few more calls before it asks the store.
      for (const own of both) while ((await secondsToWait(own.take('a'))) === 0) admitted += 1;
      expect(admitted).toBeGreaterThanOrEqual(450);
      expect(admitted).toBeLessThanOrEqual(550);
      expect(asked).toBeLessThanOrEqual(150);
      // The store refuses, so each replica reports the same end of the window.
      await opened.pass(20_000);
      for (const own of both) {
        const seconds = await secondsToWait(own.take('a'));
        // In Redis, the time since the first call has passed in addition.
        expect(seconds).toBeGreaterThanOrEqual(40 - Math.floor((performance.now() - startedAt) / 1_000));
        expect(seconds).toBeLessThanOrEqual(40);
      }
      await opened.pass(41_000);
      for (const own of both) expect(await secondsToWait(own.take('a'))).toBe(0);
    });

    it('where approximate, hold for many at once', async () => {
      const own = approximateLimiter({ kv: opened.kv, name: 'test-burst', points: 200, durationMs, clock });
      const waits = await Promise.all(Array.from({ length: 1_000 }, () => secondsToWait(own.take('a'))));
      const admitted = waits.filter((seconds) => seconds === 0).length;
      expect(admitted).toBeGreaterThanOrEqual(180);
      expect(admitted).toBeLessThanOrEqual(220);
    });

    it('of networks count IPv6 by /64 and by /48', async () => {
      const own = networkLimiter({ kv: opened.kv, name: 'test-network', points: 2, durationMs, clock });
      const waits = async (networks: readonly string[]) => {
        const all = [];
        for (const network of networks) all.push(await secondsToWait(own.take(network)));
        return all;
      };
      expect(await waits(Array<string>(3).fill('2001:db8:1:a::/64'))).toEqual([0, 0, 60]);
      const neighbours = Array.from({ length: 19 }, (_, at) => `2001:db8:1:${at}::/64`);
      expect(await waits(neighbours)).toEqual([...Array<number>(18).fill(0), 60]);
      expect(await waits(['2001:db8:2:a::/64', '203.0.113.9'])).toEqual([0, 0]);
      // What the /48 refused did not count for the /64.
      await own.reset('2001:db8:1:a::/64');
      expect(await waits(Array<string>(3).fill('2001:db8:1:18::/64'))).toEqual([0, 0, 60]);
    });

    it('count failures alone where success gives back', async () => {
      const own = limit(opened.kv);
      for (let round = 0; round < 10; round += 1) {
        await own.take('a');
        await own.reward('a');
      }
      await own.take('a');
      await own.take('a');
      await own.take('a');
      expect(await secondsToWait(own.peek('a'))).toBe(60);
      await own.reset('a');
      expect(await secondsToWait(own.peek('a'))).toBe(0);
      expect(await secondsToWait(own.take('a'))).toBe(0);
    });

    it('are looked at without being used', async () => {
      const own = limit(opened.kv, 1);
      await own.peek('a');
      await own.peek('a');
      await own.take('a');
      await opened.pass(10_000);
      expect(await secondsToWait(own.peek('a'))).toBe(50);
    });

    it('of different names do not meet, and no key stands in clear', async () => {
      await limit(opened.kv, 1, 'one').take('person@example.org');
      await limit(opened.kv, 1, 'two').take('person@example.org');
      const keys = await opened.keys();
      expect(keys.length).toBeGreaterThan(0);
      expect(keys.join()).not.toContain('person');
    });

    it('are kept by each process for itself while the store is away', async () => {
      const leaving = leavingKeyValue(opened.kv);
      const [here, there] = [limit(leaving), limit(leaving)];
      leaving.leave();
      for (let point = 0; point < 3; point += 1) await here.take('a');
      expect(await secondsToWait(here.take('a'))).toBeGreaterThan(0);
      expect(await secondsToWait(here.peek('a'))).toBeGreaterThan(0);
      expect(await secondsToWait(there.take('a'))).toBe(0);
      await here.reset('a');
      expect(await secondsToWait(here.take('a'))).toBe(0);
      leaving.comeBack();
      expect(await secondsToWait(here.take('a'))).toBe(0);
    });
  });
}
