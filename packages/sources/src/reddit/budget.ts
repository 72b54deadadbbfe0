import { createHash } from 'node:crypto';
import { AppError, appError, type Clock, type KeyValue, type Logger, unlessAway } from '@earshot/core';
import { takeFromWindows } from '../budget-windows.ts';
import type { SiteBudget } from '../define-source.ts';
import { limitHeaders, retryAfterSeconds, smallestNumber } from '../limit-headers.ts';
import { ownBudget } from '../own-budget.ts';

/** 100 queries per minute for an OAuth client, averaged over ten minutes (Reddit Data API Wiki). */
export const redditBudget: SiteBudget = { key: 'reddit', windows: [{ requests: 1_000, perSeconds: 600 }] };

/** The site's window. A budget learned from an answer expires after this time at the latest. */
const longestWindowSeconds = 600;

/** The request budget of one client id, shared by every process that uses it. */
export interface RequestBudget {
  /** Takes one request from the budget; throws source.rate-limited when it is used up. */
  take(): Promise<void>;
  /** Updates the budget from an answer's X-Ratelimit headers. */
  learn(headers: Headers): Promise<void>;
  /** The site answered "too many requests": sends nothing for this many seconds. */
  close(seconds: number): Promise<void>;
}

export interface BudgetOptions {
  readonly kv: KeyValue;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  readonly clientId: string;
  /** Applies until the site has reported how many requests are left; by default what the site documents. */
  readonly budget?: SiteBudget | undefined;
  /** Called for each request that may not be sent. */
  readonly heldBack?: (() => void) | undefined;
}

/**
 * Returns the remaining requests of the shared budget; null if the site has not reported any, or `kv` is unavailable.
 */
export async function budgetLeft({ kv, clientId }: Pick<BudgetOptions, 'kv' | 'clientId'>): Promise<number | null> {
  const left = await unlessAway(
    () => kv.get(keysOf(clientId).left),
    () => null,
  );
  return left === null ? null : Math.max(0, Number(left));
}

/**
 * The budget shared through `kv`. While `kv` is unavailable, each process uses its own share (`ownBudget`), which it
 * updates from every answer.
 */
export function requestBudget(options: BudgetOptions): RequestBudget {
  const shared = sharedBudget(options);
  const own = ownBudget(options.clock);
  const numberIn = limitHeaders(options.log);
  const without = () => undefined;
  return {
    take: async () => {
      try {
        own.checkOpen();
        await unlessAway(
          () => shared.take(),
          () => own.take(),
        );
      } catch (error) {
        if (error instanceof AppError) options.heldBack?.();
        throw error;
      }
    },
    learn: async (headers) => {
      const remaining = numberIn(headers, 'x-ratelimit-remaining');
      const reset = numberIn(headers, 'x-ratelimit-reset');
      if (remaining === null || reset === null) return;
      const reserve = Math.floor((remaining + (numberIn(headers, 'x-ratelimit-used') ?? 0)) * reserved);
      const reported = { remaining: Math.max(0, Math.floor(remaining) - reserve), seconds: windowSeconds(reset) };
      own.learn(reported);
      await unlessAway(() => shared.learn(reported), without);
    },
    close: async (seconds) => {
      own.close(windowSeconds(seconds));
      await unlessAway(() => shared.close(windowSeconds(seconds)), without);
    },
  };
}

function windowSeconds(seconds: number): number {
  return Math.max(1, Math.min(seconds, longestWindowSeconds));
}

/** The site refuses requests before it reports that none is left, so the last hundredth of a window is not used. */
const reserved = 0.01;

/** A slot of the declared windows may become free at any time, so callers retry soon. */
const lookAgainSeconds = 5;

/**
 * A counter of remaining requests. All processes decrement it before they send, and answers can only lower it. It
 * expires with the site's window. Until the next answer the declared budget applies.
 */
function sharedBudget({ kv, clock, clientId, budget = redditBudget }: BudgetOptions) {
  const { left: leftKey, end: endKey } = keysOf(clientId);
  const declared = { ...budget, key: `${budget.key}:${ownerOf(clientId)}` };

  const secondsLeft = async () => {
    const endsAt = Number((await kv.get(endKey)) ?? 0);
    return Math.ceil((endsAt - clock.now().getTime()) / 1000);
  };
  const remember = async (left: number, seconds: number) => {
    const ttlMs = seconds * 1000;
    await kv.set(endKey, String(clock.now().getTime() + ttlMs), { ttlMs });
    await kv.set(leftKey, String(left), { ttlMs });
  };

  return {
    take: async (): Promise<void> => {
      const seconds = (await kv.get(leftKey)) === null ? 0 : await secondsLeft();
      if (seconds <= 0) {
        if (await takeFromWindows(kv, declared)) return;
        throw appError('source.rate-limited', { retryAfterSeconds: lookAgainSeconds });
      }
      const left = await kv.increment(leftKey, { by: -1, ttlMs: seconds * 1000 });
      if (left < 0) throw appError('source.rate-limited', { retryAfterSeconds: seconds });
    },
    learn: async ({ remaining, seconds }: { remaining: number; seconds: number }): Promise<void> => {
      const known = await kv.get(leftKey);
      if (known === null || remaining < Number(known)) await remember(remaining, seconds);
    },
    close: (seconds: number) => remember(0, seconds),
  };
}

function ownerOf(clientId: string): string {
  return createHash('sha256').update(clientId).digest('hex').slice(0, 16);
}

function keysOf(clientId: string) {
  const owner = ownerOf(clientId);
  return { left: `source-budget:${owner}:left`, end: `source-budget:${owner}:ends-at` };
}

/**
 * Returns the seconds to wait after a 429: Retry-After, which may be a date, or the window's end, or one minute; at least
 * one second.
 */
export function secondsToWait(headers: Headers, now: Date): number {
  const seconds = retryAfterSeconds(headers, now) ?? smallestNumber(headers.get('x-ratelimit-reset')) ?? 60;
  return Math.min(Math.max(1, Math.ceil(seconds)), longestWindowSeconds);
}
