import { type AppError, appError } from '@earshot/core';
import type { Fetcher } from '@earshot/outbound';
import { requestSite } from '../site-request.ts';
import { dailyQuota, type QuotaOptions, usedUpSeconds } from './quota.ts';
import { type Wrapper, wrapper } from './shapes.ts';

export interface StackExchangeClientOptions extends QuotaOptions {
  /** Without a slash at the end. */
  readonly url: string;
  readonly key: string | undefined;
  readonly fetcher: Fetcher;
}

/** Sends one request. Throws the errors of `SourceReader`. */
export type AskStackExchange = (
  path: string,
  query: Readonly<Record<string, string>>,
  signal?: AbortSignal,
) => Promise<Wrapper>;

const timeoutMs = 10_000;
/** "too many requests from this IP, more requests available in 4321 seconds" */
const available = /available in (\d{1,6}) seconds/;

export function stackExchangeClient(options: StackExchangeClientOptions): AskStackExchange {
  const { url, key, fetcher, metrics } = options;
  const quota = dailyQuota(options);
  return async (path, query, signal) => {
    await quota.take();
    const asked = new URLSearchParams({ ...query, ...(key !== undefined && { key }) }).toString();
    const limits = { fetcher, timeoutMs, signal, requested: metrics.requested };
    const { host, status, body } = await requestSite(
      `${url}/2.3${path}?${asked}`,
      { method: 'GET', headers: {} },
      limits,
    );
    const { data } = wrapper.safeParse(body);
    if (data === undefined) throw appError('source.unavailable', { host, status, reason: 'not as documented' });
    if (data.backoff !== undefined) await quota.pause(data.backoff);
    if (data.quota_remaining !== undefined) await quota.learn(data.quota_remaining);
    if (data.error_id === undefined) return data;
    const error = errorOf(data, { host, status });
    if (error.code === 'source.rate-limited') await quota.pause(Number(error.details['retryAfterSeconds']));
    throw error;
  };
}

/** Errors by their documented ids (api.stackexchange.com/docs/error-handling). */
function errorOf(
  { error_id: id, error_message: message = '' }: Wrapper,
  facts: { host: string; status: number },
): AppError {
  if (id === 502) {
    const [, seconds = usedUpSeconds] = available.exec(message) ?? [];
    return appError('source.rate-limited', { ...facts, retryAfterSeconds: Number(seconds) });
  }
  if (id === 400 || id === 404) return appError('source.not-found', facts);
  if (id !== undefined && id >= 401 && id <= 407) return appError('source.refused', facts);
  return appError('source.unavailable', facts);
}
