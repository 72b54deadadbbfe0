import { appError } from '@earshot/core';
import { type Fetcher, OutboundError } from '@earshot/outbound';
import { outcomeOfStatus, type SourceMetrics } from './source-metrics.ts';

export interface SiteAnswer {
  /** The host that was asked, for messages to users. */
  readonly host: string;
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; undefined when it is not JSON. */
  readonly body: unknown;
}

/**
 * Sends one request to the site without following redirects. Throws source.unavailable when no complete answer arrives
 * within `timeoutMs` or the answer is larger than any real one (`details.reason`: time-out, unreachable, no answer,
 * answer too large; `details.host`). Throws the signal's reason when `signal` aborted.
 */
export async function requestSite(
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string },
  limits: RequestLimits,
): Promise<SiteAnswer> {
  const startedAt = performance.now();
  const report: SourceMetrics['requested'] = limits.requested ?? (() => undefined);
  const seconds = () => (performance.now() - startedAt) / 1000;
  try {
    const answer = await send(url, init, limits);
    report(outcomeOfStatus(answer.status), seconds());
    return answer;
  } catch (error) {
    report(limits.signal?.aborted ? 'given-up' : 'unavailable', seconds());
    throw error;
  }
}

interface RequestLimits {
  /** The guarded fetcher, or the trusted one for an address that the operator set. */
  readonly fetcher: Fetcher;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Called with the outcome of the request. */
  readonly requested?: SourceMetrics['requested'] | undefined;
}

async function send(
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string },
  { fetcher, signal, timeoutMs }: RequestLimits,
): Promise<SiteAnswer> {
  try {
    const { status, headers, body } = await fetcher(url, { ...init, signal, timeoutMs });
    return { host: new URL(url).host, status, headers, body: parseJson(new TextDecoder().decode(body)) };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw appError('source.unavailable', { host: error.host, reason: error.reason }, error);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
