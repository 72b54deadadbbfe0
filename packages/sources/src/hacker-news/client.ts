import type { z } from 'zod';
import { type AppError, appError, type Clock } from '@earshot/core';
import type { Fetcher } from '@earshot/outbound';
import { retryAfterSeconds } from '../limit-headers.ts';
import { requestSite } from '../site-request.ts';
import type { SourceMetrics } from '../source-metrics.ts';
import type { Api, RequestPace } from './pace.ts';

export interface ClientOptions {
  /** Base URL of each API, without a trailing slash. */
  readonly urls: Readonly<Record<Api, string>>;
  readonly pace: RequestPace;
  readonly fetcher: Fetcher;
  readonly clock: Clock;
  readonly requested?: SourceMetrics['requested'] | undefined;
  /** Milliseconds for one request; 10,000 by default. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Sends one request within the installation's rate limit; `onWait` is called when it must wait. Throws source.rate-limited, source.refused or
 * source.unavailable.
 */
export type Get = <S extends z.ZodType>(
  api: Api,
  path: string,
  shape: S,
  signal: AbortSignal | undefined,
  onWait?: () => void,
) => Promise<z.output<S>>;

const headers = { accept: 'application/json' };

/** The client of both APIs. Answers are untrusted: an answer with an unexpected shape is source.unavailable. */
export function hackerNewsClient({ urls, pace, fetcher, clock, requested, timeoutMs = 10_000 }: ClientOptions): Get {
  return async (api, path, shape, signal, onWait) => {
    await pace.turn(api, signal, onWait);
    const answer = await requestSite(
      `${urls[api]}${path}`,
      { method: 'GET', headers },
      { fetcher, timeoutMs, signal, requested },
    );
    const { host, status } = answer;
    if (status === 429 || status >= 500) {
      const waitSeconds = await pace.backOff(api, retryAfterSeconds(answer.headers, clock.now()));
      throw troubleOf({ host, status, api }, waitSeconds);
    }
    await pace.succeed(api);
    const parsed = shape.safeParse(answer.body);
    if (status === 200 && parsed.success) return parsed.data;
    if (status === 200) throw appError('source.unavailable', { host, status, api, reason: 'not as documented' });
    throw appError(status === 404 ? 'source.unavailable' : 'source.refused', { host, status, api });
  };
}

function troubleOf(facts: { host: string; status: number; api: Api }, waitSeconds: number): AppError {
  return facts.status === 429
    ? appError('source.rate-limited', { ...facts, retryAfterSeconds: waitSeconds })
    : appError('source.unavailable', facts);
}
