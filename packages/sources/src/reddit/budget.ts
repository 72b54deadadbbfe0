import { createHash } from 'node:crypto';
import type { Clock } from '@earshot/core';
import { AppError, appError } from '@earshot/core';
import type { KeyValue } from '@earshot/core';
import { unlessAway } from '@earshot/core';
import { ownBudget } from '../own-budget.ts';

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
  readonly clientId: string;
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
      const reported = { remaining: Math.floor(remaining), seconds: windowSeconds(reset) };
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

/**
 * A counter of remaining requests. All processes decrement it before they send, and answers can only lower it. It
 * expires with the site's window. Until the next answer the budget is unknown and no request is held back.
 */
function sharedBudget({ kv, clock, clientId }: BudgetOptions) {
  const { left: leftKey, end: endKey } = keysOf(clientId);

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
      if ((await kv.get(leftKey)) === null) return;
      const seconds = await secondsLeft();
      if (seconds <= 0) return;
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

function keysOf(clientId: string) {
  const owner = createHash('sha256').update(clientId).digest('hex').slice(0, 16);
  return { left: `source-budget:${owner}:left`, end: `source-budget:${owner}:ends-at` };
}

/** Returns the seconds to wait after a 429: Retry-After, or the window's end, or one minute; at least one second. */
export function secondsToWait(headers: Headers): number {
  const seconds = numberIn(headers, 'retry-after') ?? numberIn(headers, 'x-ratelimit-reset') ?? 60;
  return Math.min(Math.max(1, Math.ceil(seconds)), longestWindowSeconds);
}

function numberIn(headers: Headers, name: string): number | null {
  const text = headers.get(name);
  if (text === null || text.trim() === '') return null;
  const value = Number(text);
  return Number.isFinite(value) && value >= 0 ? value : null;
}
