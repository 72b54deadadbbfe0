import { z } from 'zod';
import { appError, type Clock } from '@earshot/core';
import type { Fetcher } from '@earshot/outbound';
import type { SourceMetrics } from '../source-metrics.ts';
import { secondsToWait } from './budget.ts';
import { requestSite, type SiteAnswer } from '../site-request.ts';

/** Milliseconds before its expiry at which a token is no longer used, because the request takes time too. */
const marginMs = 60_000;
/** The site ends tokens early at times, and then answers as if it blocked the client. */
const nearEndMs = 600_000;

const granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

export interface TokenOptions {
  authUrl(): string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly userAgent: string;
  readonly fetcher: Fetcher;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly metrics?: SourceMetrics | undefined;
}

/** The application's bearer token. */
export interface AppToken {
  /** Returns a valid token. All waiting callers share one request to the site. Throws the source's errors. */
  current(): Promise<string>;
  /** Call it when the site rejected this token. The next call of `current` gets a new one. */
  drop(token: string): void;
  /** Whether a refusal may mean that the token has run out, because it would soon. */
  isNearEnd(token: string): boolean;
}

export function appToken(options: TokenOptions): AppToken {
  let held: { token: string; until: number } | null = null;
  let coming: Promise<string> | null = null;

  const obtain = async () => {
    const { token, lifeMs } = await requestToken(options);
    held = { token, until: options.clock.now().getTime() + lifeMs - Math.min(marginMs, lifeMs / 2) };
    return token;
  };

  return {
    current: () => {
      if (held !== null && options.clock.now().getTime() < held.until) return Promise.resolve(held.token);
      coming ??= obtain().finally(() => {
        coming = null;
      });
      return coming;
    },
    drop: (token) => {
      if (held?.token === token) held = null;
    },
    isNearEnd: (token) => held?.token === token && options.clock.now().getTime() > held.until - nearEndMs,
  };
}

async function requestToken(options: TokenOptions): Promise<{ token: string; lifeMs: number }> {
  const answer = await askAuth(options, 'access_token', { grant_type: 'client_credentials' });
  const parsed = granted.safeParse(answer.body);
  if (answer.status !== 200 || !parsed.success) throw tokenProblem(answer, options.clock.now());
  return { token: parsed.data.access_token, lifeMs: parsed.data.expires_in * 1000 };
}

/** Sends a request with the application's credentials to issue or revoke a token. */
export function askAuth(
  options: Omit<TokenOptions, 'clock'>,
  endpoint: 'access_token' | 'revoke_token',
  form: Record<string, string>,
): Promise<SiteAnswer> {
  const credentials = Buffer.from(`${options.clientId}:${options.clientSecret}`).toString('base64');
  return requestSite(
    `${options.authUrl()}/api/v1/${endpoint}`,
    {
      method: 'POST',
      headers: {
        authorization: `Basic ${credentials}`,
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': options.userAgent,
      },
      body: new URLSearchParams(form).toString(),
    },
    { fetcher: options.fetcher, timeoutMs: options.timeoutMs, requested: options.metrics?.requested },
  );
}

/** Converts an answer without a token to an error. */
export function tokenProblem(answer: SiteAnswer, now: Date) {
  const { host, status } = answer;
  if (status === 429) return appError('source.rate-limited', { retryAfterSeconds: secondsToWait(answer.headers, now) });
  // The site reports `invalid_grant` with a 200 without a token. A body that is not JSON is not an API answer.
  if (status >= 500 || answer.body === undefined) {
    return appError(status === 401 || status === 403 ? 'source.refused' : 'source.unavailable', { host, status });
  }
  return appError('source.refused', { host, status });
}
