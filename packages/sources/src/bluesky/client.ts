import type { z } from 'zod';
import { type AppError, appError } from '@earshot/core';
import type { Fetcher } from '@earshot/outbound';
import type { SiteBudget } from '../define-source.ts';
import { retryAfterSeconds } from '../limit-headers.ts';
import { requestSite } from '../site-request.ts';
import { siteTurns, type SiteTurnsOptions } from '../site-turns.ts';

export interface BlueskyClientOptions extends Omit<SiteTurnsOptions, 'usedUpSeconds' | 'patienceMs'> {
  /** Without a slash at the end. */
  readonly url: string;
  readonly budget: SiteBudget;
  readonly fetcher: Fetcher;
}

/** Calls a query of the public API. Throws the errors of `SourceReader`. */
export type AskBluesky = <S extends z.ZodType>(
  method: string,
  query: [name: string, value: string][],
  shape: S,
  signal?: AbortSignal,
) => Promise<z.output<S>>;

const timeoutMs = 5_000;
/** Until the next try while the budget is used up, and after a 429 without a time. */
const usedUpSeconds = 2;
const throttledSeconds = 60;
const longestPauseSeconds = 600;
/** One question of a user takes two requests, so the second one waits a moment for its turn. */
const patienceMs = 3_000;

export function blueskyClient(options: BlueskyClientOptions): AskBluesky {
  const { url, budget, fetcher, clock, metrics } = options;
  const turns = siteTurns({ ...options, usedUpSeconds, patienceMs });
  return async (method, query, shape, signal) => {
    await turns.take(budget, signal);
    const asked = new URLSearchParams(query).toString();
    const limits = { fetcher, timeoutMs, signal, requested: metrics.requested };
    const request = { method: 'GET', headers: { accept: 'application/json' } };
    const answer = await requestSite(`${url}/xrpc/${method}?${asked}`, request, limits);
    const { host, status } = answer;
    if (status === 429) {
      const asks = retryAfterSeconds(answer.headers, clock.now()) ?? throttledSeconds;
      const seconds = Math.ceil(Math.min(longestPauseSeconds, Math.max(1, asks)));
      await turns.pause(budget, seconds);
      throw appError('source.rate-limited', { host, status, retryAfterSeconds: seconds });
    }
    if (status !== 200) throw errorOf({ host, status });
    const { data } = shape.safeParse(answer.body);
    if (data === undefined) throw appError('source.unavailable', { host, status, reason: 'not as documented' });
    return data;
  };
}

/** The API answers 400 for what it does not know, with a name of its own for each query. */
function errorOf(facts: { readonly host: string; readonly status: number }): AppError {
  if (facts.status === 400 || facts.status === 404) return appError('source.not-found', facts);
  return appError(facts.status >= 500 || facts.status < 400 ? 'source.unavailable' : 'source.refused', facts);
}
