import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import { type AppError, appError, type Clock, type KeyValue, unlessAway } from '@earshot/core';
import type { Fetcher } from '@earshot/outbound';
import { takeFromWindows } from '../budget-windows.ts';
import type { SiteBudget } from '../define-source.ts';
import { retryAfterSeconds } from '../limit-headers.ts';
import { requestSite } from '../site-request.ts';
import type { SourceMetrics } from '../source-metrics.ts';

export interface BlueskyClientOptions {
  /** Without a slash at the end. */
  readonly url: string;
  readonly budget: SiteBudget;
  readonly fetcher: Fetcher;
  readonly kv: Pick<KeyValue, 'get' | 'set' | 'increment' | 'lease'>;
  readonly clock: Clock;
  readonly metrics: SourceMetrics;
}

/** Calls a query of the public API. Throws the errors of `SourceReader`. */
export type AskBluesky = <S extends z.ZodType>(
  method: string,
  query: [name: string, value: string][],
  shape: S,
  signal?: AbortSignal,
) => Promise<z.output<S>>;

const timeoutMs = 5_000;
const pausedKey = 'bluesky:paused-until';
/** Until the next try while the budget is used up, after a 429 without a time, and without the key-value store. */
const comeBackSeconds = 2;
const throttledSeconds = 60;
const longestPauseSeconds = 600;
const longestWaitMs = 3_000;
const lookAgainMs = 100;
const storeSeconds = 30;

export function blueskyClient(options: BlueskyClientOptions): AskBluesky {
  const { url, fetcher, kv, clock, metrics } = options;
  return async (method, query, shape, signal) => {
    await takeTurn(options, signal);
    const asked = new URLSearchParams(query).toString();
    const limits = { fetcher, timeoutMs, signal, requested: metrics.requested };
    const request = { method: 'GET', headers: { accept: 'application/json' } };
    const answer = await requestSite(`${url}/xrpc/${method}?${asked}`, request, limits);
    const { host, status } = answer;
    if (status === 429) {
      const asks = retryAfterSeconds(answer.headers, clock.now()) ?? throttledSeconds;
      const seconds = Math.ceil(Math.min(longestPauseSeconds, Math.max(1, asks)));
      const until = String(clock.now().getTime() + seconds * 1_000);
      await unlessAway(
        () => kv.set(pausedKey, until, { ttlMs: seconds * 1_000 }),
        () => undefined,
      );
      throw appError('source.rate-limited', { host, status, retryAfterSeconds: seconds });
    }
    if (status !== 200) throw errorOf({ host, status });
    const { data } = shape.safeParse(answer.body);
    if (data === undefined) throw appError('source.unavailable', { host, status, reason: 'not as documented' });
    return data;
  };
}

/** Waits a moment for a turn, because one question of a user takes two requests. */
async function takeTurn({ kv, budget, clock, metrics }: BlueskyClientOptions, signal?: AbortSignal): Promise<void> {
  const refuse = (seconds: number) => {
    metrics.heldBack();
    return appError('source.rate-limited', { retryAfterSeconds: seconds });
  };
  await unlessAway(
    async () => {
      const seconds = Math.ceil((Number((await kv.get(pausedKey)) ?? 0) - clock.now().getTime()) / 1_000);
      if (seconds > 0) throw refuse(seconds);
      for (const giveUpAt = performance.now() + longestWaitMs; !(await takeFromWindows(kv, budget));) {
        if (performance.now() >= giveUpAt) throw refuse(comeBackSeconds);
        await wait(lookAgainMs, undefined, signal === undefined ? {} : { signal });
      }
    },
    () => {
      throw refuse(storeSeconds);
    },
  );
}

/** The API answers 400 for what it does not know, with a name of its own for each query. */
function errorOf(facts: { readonly host: string; readonly status: number }): AppError {
  if (facts.status === 400 || facts.status === 404) return appError('source.not-found', facts);
  return appError(facts.status >= 500 || facts.status < 400 ? 'source.unavailable' : 'source.refused', facts);
}
