import type { Clock, KeyValue } from '@earshot/core';
import { appError, unlessAway } from '@earshot/core';
import type { Fetcher } from '@earshot/outbound';
import { z } from 'zod';
import { takeFromWindows } from '../budget-windows.ts';
import type { SiteBudget } from '../define-source.ts';
import { retryAfterSeconds } from '../limit-headers.ts';
import { requestSite } from '../site-request.ts';
import type { SourceMetrics } from '../source-metrics.ts';
import { hostOf } from './names.ts';

export interface DiscourseClientOptions {
  readonly fetcher: Fetcher;
  readonly kv: Pick<KeyValue, 'get' | 'set' | 'increment' | 'lease'>;
  readonly clock: Clock;
  readonly metrics: SourceMetrics;
}

/** Sends one request to a forum and returns the parsed body. Throws the errors of `SourceReader`. */
export type AskForum = (forum: string, path: string, signal?: AbortSignal) => Promise<unknown>;

const timeoutMs = 10_000;
/** Until the next look while the forum's budget is used up. */
const usedUpSeconds = 3;
/** Without the key-value store the processes cannot share the budget, so none sends a request. */
const storeSeconds = 30;
/** A forum that names no time is left alone for this long. */
const limitedSeconds = 60;
const longestLimitSeconds = 3_600;

/**
 * Half of what a forum allows an address by default: 200 requests a minute and 50 in 10 seconds
 * (`max_reqs_per_ip_per_minute`, `max_reqs_per_ip_per_10_seconds`), because others may share the address.
 */
export function forumBudget(forum: string): SiteBudget {
  const windows = [
    { requests: 100, perSeconds: 60 },
    { requests: 25, perSeconds: 10 },
  ];
  return { key: `discourse:${hostOf(forum)}`, windows };
}

/** The error of a limit: `{"errors": […], "error_type": "rate_limit", "extras": {"wait_seconds": 12}}`. */
const limitBody = z.object({ extras: z.object({ wait_seconds: z.number().positive() }) });

export function discourseClient({ fetcher, kv, clock, metrics }: DiscourseClientOptions): AskForum {
  const takeTurn = async ({ key, ...budget }: SiteBudget): Promise<number> =>
    unlessAway(
      async () => {
        const pausedMs = Number((await kv.get(pausedKey(key))) ?? 0) - clock.now().getTime();
        if (pausedMs > 0) return Math.ceil(pausedMs / 1_000);
        return (await takeFromWindows(kv, { key, ...budget })) ? 0 : usedUpSeconds;
      },
      () => storeSeconds,
    );
  const pause = (key: string, seconds: number) =>
    unlessAway(
      () => kv.set(pausedKey(key), String(clock.now().getTime() + seconds * 1_000), { ttlMs: seconds * 1_000 }),
      () => undefined,
    );
  return async (forum, path, signal) => {
    const budget = forumBudget(forum);
    const waitSeconds = await takeTurn(budget);
    if (waitSeconds > 0) {
      metrics.heldBack();
      throw appError('source.rate-limited', { host: new URL(forum).host, retryAfterSeconds: waitSeconds });
    }
    const request = { method: 'GET', headers: { accept: 'application/json' } };
    const limits = { fetcher, timeoutMs, signal, requested: metrics.requested };
    const { host, status, headers, body } = await requestSite(`${forum}${path}`, request, limits);
    if (status === 200 && body !== undefined) return body;
    const facts = { host, status };
    if (status === 429) {
      const named = retryAfterSeconds(headers, clock.now()) ?? limitBody.safeParse(body).data?.extras.wait_seconds;
      const seconds = Math.min(longestLimitSeconds, Math.max(1, Math.ceil(named ?? limitedSeconds)));
      await pause(budget.key, seconds);
      throw appError('source.rate-limited', { ...facts, retryAfterSeconds: seconds });
    }
    if (status === 401 || status === 403) throw appError('source.refused', { ...facts, message: refusal(facts) });
    if (status >= 500) throw appError('source.unavailable', facts);
    // A page in place of JSON, or a redirect, is another site than a forum.
    throw appError('source.not-found', facts);
  };
}

const refusal = ({ host, status }: { readonly host: string; readonly status: number }) =>
  `${host} does not let Earshot search this forum (error ${status}). Choose a forum that opens without signing in`;
const pausedKey = (key: string) => `${key}:paused-until`;
