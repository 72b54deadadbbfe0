import { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import { LlmError } from './llm.ts';

/** How a failed request affects its caller, the next attempt and all other calls. */
export interface Fault {
  readonly error: Error;
  /** The same request may succeed moments later. */
  readonly retry: boolean;
  /** The provider serves no calls at present. */
  readonly away: boolean;
}

/**
 * Uses the status and the class of the error. The provider's message is left out: it may repeat the prompt or the key.
 */
export function faultOf(error: unknown): Fault {
  if (error instanceof LlmError) return { error, retry: false, away: false };
  if (error instanceof APIConnectionTimeoutError) return timedOut();
  // fetch throws a TypeError when the response is cut off.
  if (error instanceof APIConnectionError || error instanceof APIUserAbortError || error instanceof TypeError) {
    return { error: new LlmError('unavailable', 'The model provider cannot be reached'), retry: true, away: true };
  }
  if (isApiError(error)) return faultOfStatus(error);
  if (error instanceof SyntaxError) {
    const malformed = new LlmError('malformed', 'The model provider answered something else than JSON');
    return { error: malformed, retry: false, away: false };
  }
  return {
    error: error instanceof Error ? error : new Error('unknown failure of a model call'),
    retry: false,
    away: false,
  };
}

/** A response of the provider with an error status. */
export function isApiError(error: unknown): error is APIError {
  return error instanceof APIError;
}

/** The deadline passed. */
export function timedOut(): Fault {
  return { error: new LlmError('timeout', 'The model did not answer in time'), retry: false, away: true };
}

function faultOfStatus({ status, headers, code }: APIError): Fault {
  const retryAfterMs = retryAfterOf(headers);
  if (status === 429) {
    // Waiting does not refill an account without credit.
    const retry = code !== 'insufficient_quota';
    return { error: new LlmError('rate-limited', 'The model provider asks to wait', retryAfterMs), retry, away: true };
  }
  const answer = typeof status === 'number' ? String(status) : 'with an error';
  const error = new LlmError('unavailable', `The model provider answered ${answer}`, retryAfterMs);
  const broken = typeof status !== 'number' || status >= 500;
  return { error, retry: broken, away: broken || status === 401 };
}

function retryAfterOf(headers: unknown): number | undefined {
  if (!(headers instanceof Headers)) return undefined;
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (exact >= 0) return exact;
  const header = headers.get('retry-after');
  if (header === null) return undefined;
  const seconds = Number(header);
  if (seconds >= 0) return seconds * 1000;
  const left = Date.parse(header) - Date.now();
  return Number.isNaN(left) ? undefined : Math.max(0, left);
}
