import { createHash } from 'node:crypto';
import type { Clock } from '@earshot/core';
import { AppError, appError } from '@earshot/core';
import type { KeyValue } from '@earshot/core';
import { unlessAway } from '@earshot/core';
import { ownBudget } from '../own-budget.ts';

/** The site's window; a budget learned from one answer is forgotten after it at the latest. */
const longestWindowSeconds = 600;

/** The request budget of one client id, shared by every process that uses it. */
export interface RequestBudget {
  /** Takes one request from the budget; throws source.rate-limited when it is used up. */
  take(): Promise<void>;
  /** Learns from an answer's X-Ratelimit headers. */
  learn(headers: Headers): Promise<void>;
  /** The site said "too many": nothing is sent for so long. */
  close(seconds: number): Promise<void>;
}

export interface BudgetOptions {
  readonly kv: KeyValue;
  readonly clock: Clock;
  readonly clientId: string;
  /** Told of each request that may not be sent. */
  readonly heldBack?: (() => void) | undefined;
}

/** Requests that are left of the shared budget; null while the site has not told, or `kv` is away. */
export async function budgetLeft({ kv, clientId }: Pick<BudgetOptions, 'kv' | 'clientId'>): Promise<number | null> {
  const left = await unlessAway(
    () => kv.get(keysOf(clientId).left),
    () => null,
  );
  return left === null ? null : Math.max(0, Number(left));
}

/**
 * The budget shared through `kv`; while that is away, each process keeps to its own share (`ownBudget`), which all
 * answers have taught it.
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
      const told = { remaining: Math.floor(remaining), seconds: windowSeconds(reset) };
      own.learn(told);
      await unlessAway(() => shared.learn(told), without);
    },
    close: async (seconds) => {
      own.close(windowSeconds(seconds));
      await unlessAway(() => shared.close(windowSeconds(seconds)), without);
    },
  };
}

function windowSeconds(told: number): number {
  return Math.max(1, Math.min(told, longestWindowSeconds));
}

/**
 * What is left is a counter that all processes take from before they send, and that answers only ever lower; it expires
 * with the site's window, and until the next answer nothing is known, so nothing is held back.
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

/** Seconds to wait after a 429: Retry-After, else the window's end, else a minute; at least one. */
export function secondsToWait(headers: Headers): number {
  const told = numberIn(headers, 'retry-after') ?? numberIn(headers, 'x-ratelimit-reset') ?? 60;
  return Math.min(Math.max(1, Math.ceil(told)), longestWindowSeconds);
}

function numberIn(headers: Headers, name: string): number | null {
  const text = headers.get(name);
  if (text === null || text.trim() === '') return null;
  const value = Number(text);
  return Number.isFinite(value) && value >= 0 ? value : null;
}
