import { z } from 'zod';
import { appError, type Clock, type KeyValue, type Logger } from '@earshot/core';
import type { Fetcher } from '@earshot/outbound';
import type { SourceMetrics } from '../source-metrics.ts';
import type { AccountSite, AccountTokens, SendReply } from '../account-site.ts';
import type { SiteBudget } from '../define-source.ts';
import { requestBudget, secondsToWait } from './budget.ts';
import { requestSite, type SiteAnswer } from '../site-request.ts';
import { postNamed } from './links.ts';
import { readFailure, readOwnComments, readReply } from './replies.ts';
import { askAuth, tokenProblem } from './token.ts';

export interface RedditAccountOptions {
  /**
   * Base URL of the token endpoint, for example `https://www.reddit.com`, without a trailing slash. Read before each
   * call.
   */
  authUrl(): string;
  /** Base URL of the API, for example `https://oauth.reddit.com`. */
  apiUrl(): string;
  /** Base URL of the page where users grant permission, for browsers that use Earshot at `origin`. */
  browserUrl(origin: string | null): string;
  /** Path below which the sandbox's posts are served; null where the real Reddit is the source. */
  readonly sandboxPath: string | null;
  /**
   * The origin that browsers use for Earshot, if the operator set it. Takes precedence over the origin of a request.
   */
  readonly ownUrl: string | undefined;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly userAgent: string;
  readonly fetcher: Fetcher;
  readonly budget?: SiteBudget;
  readonly kv: KeyValue;
  readonly clock: Clock;
  readonly log: Logger;
  /** Milliseconds for one request; 10,000 by default. */
  readonly timeoutMs?: number;
  readonly metrics?: SourceMetrics;
}

/** The latest time that a Date can hold, in Unix seconds. */
const latestSecond = 8.64e12;
/** The OAuth scopes of a linked account: its name, sending for it, and finding its comments. */
const scope = 'identity read submit privatemessages history edit';
const granted = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  refresh_token: z.string().min(1).nullish(),
});
const me = z.object({
  name: z.string().regex(/^[\w-]{1,50}$/),
  is_suspended: z.boolean().catch(false),
  /** Unix seconds; null for a suspension without an end. */
  suspension_expiration_utc: z.number().positive().max(latestSecond).nullable().catch(null),
});
const largestPage = '100';

/**
 * Reddit's API for linked accounts. Its requests count against the same budget as those of the source. Requests beyond
 * the budget are not sent. Answers are untrusted.
 */
export function redditAccounts(options: RedditAccountOptions): AccountSite {
  const { clientId, clock, timeoutMs = 10_000 } = options;
  const auth = { ...options, timeoutMs };
  const { ask, write } = client(options, timeoutMs);
  const originOr = (origin: string | null) => options.ownUrl ?? origin;
  return {
    authorizeUrl: ({ state, redirectUri, origin }) => {
      const agreement = { client_id: clientId, response_type: 'code', state, redirect_uri: redirectUri };
      const query = new URLSearchParams({ ...agreement, duration: 'permanent', scope });
      return `${options.browserUrl(originOr(origin))}/api/v1/authorize?${query.toString()}`;
    },
    exchange: async (code, redirectUri) => {
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
      return tokensIn(await askAuth(auth, 'access_token', form), clock.now());
    },
    refresh: async (refreshToken) => {
      const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
      return tokensIn(await askAuth(auth, 'access_token', form), clock.now());
    },
    identity: async (accessToken) => {
      const answer = await ask(accessToken, { method: 'GET', path: '/api/v1/me' });
      const parsed = me.safeParse(answer.body);
      if (answer.status !== 200 || !parsed.success) throw readProblem(answer, clock.now());
      const { name: username, is_suspended: isSuspended, suspension_expiration_utc: end } = parsed.data;
      const until = end === null ? null : new Date(end * 1000);
      return { username, suspension: isSuspended ? { until } : null };
    },
    revoke: async (refreshToken) => {
      await askAuth(auth, 'revoke_token', { token: refreshToken, token_type_hint: 'refresh_token' });
    },
    compose: (accessToken, form) => write(accessToken, '/api/compose', form, { makes: false }),
    comment: (accessToken, { parentId, text }) =>
      write(accessToken, '/api/comment', { thing_id: parentId, text }, { makes: true }),
    ownComments: async (accessToken, { username, ...trace }) => {
      const path = `/user/${encodeURIComponent(username)}/comments`;
      const form = { limit: largestPage, sort: 'new' };
      const answer = await ask(accessToken, { method: 'GET', path, form });
      const found = answer.status === 200 ? readOwnComments(answer.body, trace) : null;
      if (found === null) throw readProblem(answer, clock.now());
      return found;
    },
    postNamed: (url, origin) => postNamed(url, originOr(origin), options),
  };
}

interface Asked {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly form?: Record<string, string>;
}

/** Sends requests with an account's token. They count against the application's budget. */
function client(options: RedditAccountOptions, timeoutMs: number) {
  const { apiUrl, userAgent, fetcher, clock, metrics } = options;
  const budget = requestBudget({ ...options, heldBack: metrics?.heldBack });
  const limits = { fetcher, timeoutMs, requested: metrics?.requested };

  const ask = async (accessToken: string, { method, path, form = {} }: Asked): Promise<SiteAnswer> => {
    await budget.take();
    const fields = new URLSearchParams({ ...form, raw_json: '1' }).toString();
    const headers = { authorization: `Bearer ${accessToken}`, 'user-agent': userAgent, accept: 'application/json' };
    const answer = await (method === 'GET'
      ? requestSite(`${apiUrl()}${path}?${fields}`, { method, headers }, limits)
      : requestSite(
          `${apiUrl()}${path}`,
          { method, headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' }, body: fields },
          limits,
        ));
    await budget.learn(answer.headers);
    return answer;
  };

  const write = async (
    accessToken: string,
    path: string,
    form: Record<string, string>,
    what: { makes: boolean },
  ): Promise<SendReply> => {
    const answer = await ask(accessToken, { method: 'POST', path, form: { ...form, api_type: 'json' } }).catch(
      readFailure,
    );
    if ('taken' in answer) return answer;
    const reply = readReply(answer, what, clock.now());
    // Only the request limit affects all accounts. The limit on actions affects this account only.
    if (!reply.taken && reply.code === 'HTTP_429') await budget.close(secondsToWait(answer.headers, clock.now()));
    return reply;
  };

  return { ask, write };
}

/** Returns null if the site rejects the code or token, which it reports with status 200 or with a bare 400. */
function tokensIn(answer: SiteAnswer, now: Date): AccountTokens | null {
  const { status, body } = answer;
  const parsed = granted.safeParse(body);
  if (status === 200 && parsed.success) {
    const { access_token: accessToken, expires_in: seconds, refresh_token: refreshToken } = parsed.data;
    return { accessToken, refreshToken: refreshToken ?? null, lifeMs: seconds * 1000 };
  }
  if ((status === 200 || status === 400) && body !== undefined) return null;
  throw tokenProblem(answer, now);
}

function readProblem({ status, headers }: SiteAnswer, now: Date) {
  if (status === 401 || status === 403) return appError('source.refused', { status });
  if (status === 404) return appError('source.not-found', { status });
  if (status === 429)
    return appError('source.rate-limited', { status, retryAfterSeconds: secondsToWait(headers, now) });
  return appError('source.unavailable', { status });
}
