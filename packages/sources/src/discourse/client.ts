import { appError } from '@earshot/core';
import type { Fetcher } from '@earshot/outbound';
import { z } from 'zod';
import type { SiteBudget } from '../define-source.ts';
import { retryAfterSeconds } from '../limit-headers.ts';
import { requestSite } from '../site-request.ts';
import { siteTurns, type SiteTurnsOptions } from '../site-turns.ts';
import { hostOf } from './names.ts';

export interface DiscourseClientOptions extends Omit<SiteTurnsOptions, 'usedUpSeconds' | 'patienceMs'> {
  readonly fetcher: Fetcher;
}

/** Sends one request to a forum and returns the parsed body. Throws the errors of `SourceReader`. */
export type AskForum = (forum: string, path: string, signal?: AbortSignal) => Promise<unknown>;

const timeoutMs = 10_000;
/** Until the next look while the forum's budget is used up. */
const usedUpSeconds = 3;
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

export function discourseClient({ fetcher, ...options }: DiscourseClientOptions): AskForum {
  const { clock, metrics } = options;
  const turns = siteTurns({ ...options, usedUpSeconds });
  return async (forum, path, signal) => {
    const budget = forumBudget(forum);
    await turns.take(budget);
    const request = { method: 'GET', headers: { accept: 'application/json' } };
    const limits = { fetcher, timeoutMs, signal, requested: metrics.requested };
    const { host, status, headers, body } = await requestSite(`${forum}${path}`, request, limits);
    if (status === 200 && body !== undefined) return body;
    const facts = { host, status };
    if (status === 429) {
      const named = retryAfterSeconds(headers, clock.now()) ?? limitBody.safeParse(body).data?.extras.wait_seconds;
      const seconds = Math.min(longestLimitSeconds, Math.max(1, Math.ceil(named ?? limitedSeconds)));
      await turns.pause(budget, seconds);
      throw appError('source.rate-limited', { ...facts, retryAfterSeconds: seconds });
    }
    if (status === 401 || status === 403) throw appError('source.refused', { ...facts, message: refusal(facts) });
    if (status >= 500) throw appError('source.unavailable', facts);
    // A page in place of JSON, or a redirect, is another site than a forum.
    throw appError('source.not-found', facts);
  };
}

const refusal = ({ host, status }: { readonly host: string; readonly status: number }) =>
  `${host} does not allow Earshot to search (error ${status}). Choose the source Feeds and add the forum there, or choose another forum`;
