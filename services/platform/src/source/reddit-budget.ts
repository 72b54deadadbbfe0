import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { appError } from '../http/app-error.ts';
import type { KeyValue } from '../kv/key-value.ts';
import { unlessAway } from '../kv/when-away.ts';
import { ownBudget } from './own-budget.ts';

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

/**
 * The budget shared through `kv`; while that is away, each process keeps to its own share (`ownBudget`), which all
 * answers have taught it.
 */
export function requestBudget(options: { kv: KeyValue; clock: Clock; clientId: string }): RequestBudget {
  const shared = sharedBudget(options);
  const own = ownBudget(options.clock);
  const without = () => undefined;
  return {
    take: async () => {
      own.checkOpen();
      await unlessAway(
        () => shared.take(),
        () => own.take(),
      );
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
function sharedBudget({ kv, clock, clientId }: { kv: KeyValue; clock: Clock; clientId: string }) {
  const owner = createHash('sha256').update(clientId).digest('hex').slice(0, 16);
  const leftKey = `source-budget:${owner}:left`;
  const endKey = `source-budget:${owner}:ends-at`;

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
