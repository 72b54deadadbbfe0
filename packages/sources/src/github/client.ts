import { appError } from '@earshot/core';
import type { Fetcher } from '@earshot/outbound';
import type { SiteBudget } from '../define-source.ts';
import { retryAfterSeconds, smallestNumber } from '../limit-headers.ts';
import { requestSite } from '../site-request.ts';
import { siteTurns, type SiteTurnsOptions } from '../site-turns.ts';

export interface GithubClientOptions extends Omit<SiteTurnsOptions, 'usedUpSeconds' | 'patienceMs'> {
  /** Without a slash at the end. */
  readonly url: string;
  readonly token: string | undefined;
  readonly budget: SiteBudget;
  readonly fetcher: Fetcher;
}

/** Sends one request, with POST if it has a body, and returns the parsed answer. Throws the errors of `SourceReader`. */
export type AskGithub = (
  path: string,
  options?: { body?: object; signal?: AbortSignal | undefined },
) => Promise<unknown>;

const timeoutMs = 10_000;
/** Until the next look while the requests are used up. */
const usedUpSeconds = 20;
/** Limits of their own kind name no end (docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api). */
const limitedSeconds = 60;
const hourMs = 3_600_000;

export function githubClient(options: GithubClientOptions): AskGithub {
  const { url, token, budget, fetcher, clock, metrics } = options;
  const turns = siteTurns({ ...options, usedUpSeconds });
  const headers = {
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  return async (path, { body, signal } = {}) => {
    await turns.take(budget);
    const request =
      body === undefined
        ? { method: 'GET', headers }
        : { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const limits = { fetcher, timeoutMs, signal, requested: metrics.requested };
    const answer = await requestSite(`${url}${path}`, request, limits);
    const { host, status } = answer;
    const left = smallestNumber(answer.headers.get('x-ratelimit-remaining'));
    if (left !== null) await turns.learn(budget, left, hourMs);
    if (status === 200 && answer.body !== undefined) return answer.body;
    const facts = { host, status };
    const waitSeconds = limitIn(status, answer.headers, clock.now());
    if (waitSeconds !== null) {
      await turns.pause(budget, waitSeconds);
      throw appError('source.rate-limited', { ...facts, retryAfterSeconds: waitSeconds });
    }
    if (status === 401 || status === 403) throw appError('source.refused', facts);
    // 422: the search names a repository that does not exist, or cannot be read.
    if (status === 404 || status === 410 || status === 422) throw appError('source.not-found', facts);
    throw appError('source.unavailable', facts);
  };
}

/** Seconds until the limit that the answer reports ends; null if it reports none. */
function limitIn(status: number, headers: Headers, now: Date): number | null {
  if (status !== 403 && status !== 429) return null;
  const named = retryAfterSeconds(headers, now);
  if (named !== null) return Math.max(1, Math.ceil(named));
  const isUsedUp = headers.get('x-ratelimit-remaining') === '0';
  const endsAt = smallestNumber(headers.get('x-ratelimit-reset'));
  if (isUsedUp && endsAt !== null) return Math.max(1, Math.ceil(endsAt - now.getTime() / 1_000));
  return status === 429 || isUsedUp ? limitedSeconds : null;
}
