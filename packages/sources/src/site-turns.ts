import { setTimeout as wait } from 'node:timers/promises';
import { appError, type Clock, type KeyValue, unlessAway } from '@earshot/core';
import { takeFromWindows } from './budget-windows.ts';
import type { SiteBudget } from './define-source.ts';
import type { SourceMetrics } from './source-metrics.ts';

/** The requests that may be sent to sites, shared by all processes through the key-value store. */
export interface SiteTurns {
  /** Takes one request from the budget. Throws source.rate-limited while there is none or a site asked to wait. */
  take(budget: SiteBudget, signal?: AbortSignal): Promise<void>;
  /** The site asked to wait. */
  pause(budget: SiteBudget, seconds: number): Promise<void>;
  /** The site said how many requests are left; `windowMs` later that says nothing any more. */
  learn(budget: SiteBudget, left: number, windowMs: number): Promise<void>;
}

/** The requests that the site last said are left; null if unknown. */
export function requestsLeft(kv: Pick<KeyValue, 'get'>, budget: SiteBudget): Promise<number | null> {
  return unlessAway(
    async () => {
      const left = await kv.get(leftKey(budget));
      return left === null ? null : Number(left);
    },
    () => null,
  );
}

export interface SiteTurnsOptions {
  readonly kv: Pick<KeyValue, 'get' | 'set' | 'increment' | 'lease'>;
  readonly clock: Clock;
  readonly metrics: SourceMetrics;
  /** Until the next look while a budget is used up. */
  readonly usedUpSeconds: number;
  /** How long a request waits for a turn before it is refused; not at all unless set. */
  readonly patienceMs?: number;
}

/** Without the key-value store the processes cannot share the budget, so none sends a request. */
const storeSeconds = 30;
const longestPauseMs = 24 * 3_600_000;
const lookAgainMs = 100;

export function siteTurns({ kv, clock, metrics, usedUpSeconds, patienceMs = 0 }: SiteTurnsOptions): SiteTurns {
  const waitSeconds = (budget: SiteBudget, signal?: AbortSignal): Promise<number> =>
    unlessAway(
      async () => {
        const leftMs = Number((await kv.get(pausedKey(budget))) ?? 0) - clock.now().getTime();
        if (leftMs > 0) return Math.ceil(leftMs / 1_000);
        for (const giveUpAt = performance.now() + patienceMs; !(await takeFromWindows(kv, budget));) {
          if (performance.now() >= giveUpAt) return usedUpSeconds;
          await wait(lookAgainMs, undefined, signal === undefined ? {} : { signal });
        }
        return 0;
      },
      () => storeSeconds,
    );
  const set = (key: string, value: number, ttlMs: number) =>
    unlessAway(
      () => kv.set(key, String(value), { ttlMs }),
      () => undefined,
    );
  return {
    take: async (budget, signal) => {
      const retryAfterSeconds = await waitSeconds(budget, signal);
      if (retryAfterSeconds === 0) return;
      metrics.heldBack();
      throw appError('source.rate-limited', { retryAfterSeconds });
    },
    pause: async (budget, seconds) => {
      const ms = Math.min(longestPauseMs, Math.ceil(seconds * 1_000));
      await set(pausedKey(budget), clock.now().getTime() + ms, ms);
    },
    learn: (budget, left, windowMs) => set(leftKey(budget), left, windowMs),
  };
}

const leftKey = ({ key }: SiteBudget) => `${key}:left`;
const pausedKey = ({ key }: SiteBudget) => `${key}:paused-until`;
