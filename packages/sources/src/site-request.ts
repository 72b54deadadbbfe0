import { z } from 'zod';
import { AnswerTooLarge, appError, boundedAnswer } from '@earshot/core';
import type { SourceMetrics } from './source-metrics.ts';
import { outcomeOfStatus } from './source-metrics.ts';

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
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Called with the outcome of the request. */
  readonly requested?: SourceMetrics['requested'] | undefined;
}

async function send(
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string },
  limits: RequestLimits,
): Promise<SiteAnswer> {
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  const signal = limits.signal === undefined ? timeout : AbortSignal.any([limits.signal, timeout]);
  try {
    const answer = boundedAnswer(await fetch(url, { ...init, redirect: 'manual', signal }));
    return {
      host: new URL(url).host,
      status: answer.status,
      headers: answer.headers,
      body: parseJson(await answer.text()),
    };
  } catch (error) {
    limits.signal?.throwIfAborted();
    throw appError(
      'source.unavailable',
      { host: new URL(url).host, reason: timeout.aborted ? 'time-out' : reasonOf(error) },
      error,
    );
  }
}

/** Codes of failed connections, for which no request was sent. */
const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

const failed = z.object({ cause: z.object({ code: z.string() }) });

function reasonOf(error: unknown): 'unreachable' | 'no answer' | 'answer too large' {
  if (error instanceof AnswerTooLarge) return 'answer too large';
  const code = failed.safeParse(error).data?.cause.code;
  return code !== undefined && neverConnected.has(code) ? 'unreachable' : 'no answer';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
