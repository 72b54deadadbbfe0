import { appError, type Clock, type KeyValue, unlessAway } from '@earshot/core';
import { takeFromWindows } from '../budget-windows.ts';
import type { SiteBudget } from '../define-source.ts';
import type { SourceMetrics } from '../source-metrics.ts';

/** The requests of a day, shared by all processes through the key-value store. */
export interface Quota {
  /** Takes a request. Throws source.rate-limited if there is none now. */
  take(): Promise<void>;
  /** The site asked to wait. */
  pause(seconds: number): Promise<void>;
  /** The site said how many requests are left today. */
  learn(left: number): Promise<void>;
}

export interface QuotaOptions {
  readonly budget: SiteBudget;
  readonly kv: Pick<KeyValue, 'get' | 'set' | 'increment' | 'lease'>;
  readonly clock: Clock;
  readonly metrics: SourceMetrics;
}

const pausedKey = 'stack-exchange:paused-until';
const leftKey = 'stack-exchange:quota-left';
const dayMs = 24 * 3_600_000;
/** Until the next look while the day's requests are used up. */
export const usedUpSeconds = 600;
/** Without the key-value store the processes cannot share the quota, so none sends a request. */
const storeSeconds = 30;

/** The requests that the site still allows today; null if unknown. */
export function quotaLeft(kv: Pick<KeyValue, 'get'>): Promise<number | null> {
  return unlessAway(
    async () => {
      const left = await kv.get(leftKey);
      return left === null ? null : Number(left);
    },
    () => null,
  );
}

export function dailyQuota({ budget, kv, clock, metrics }: QuotaOptions): Quota {
  const nowMs = () => clock.now().getTime();
  const refuse = (retryAfterSeconds: number) => {
    metrics.heldBack();
    return appError('source.rate-limited', { retryAfterSeconds });
  };
  const set = (key: string, value: number, ttlMs: number) =>
    unlessAway(
      () => kv.set(key, String(value), { ttlMs }),
      () => undefined,
    );
  const pause = (seconds: number) =>
    set(pausedKey, nowMs() + seconds * 1_000, Math.min(dayMs, Math.ceil(seconds * 1_000)));
  return {
    take: () =>
      unlessAway(
        async () => {
          const seconds = Math.ceil((Number((await kv.get(pausedKey)) ?? 0) - nowMs()) / 1_000);
          if (seconds > 0) throw refuse(seconds);
          if (!(await takeFromWindows(kv, budget))) throw refuse(usedUpSeconds);
        },
        () => {
          throw refuse(storeSeconds);
        },
      ),
    pause,
    learn: async (left) => {
      await set(leftKey, left, dayMs);
      if (left <= 0) await pause(usedUpSeconds);
    },
  };
}
