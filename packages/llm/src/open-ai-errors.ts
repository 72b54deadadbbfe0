import { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import { AnswerTooLarge } from '@earshot/core';
import { NoCompletion } from './completion.ts';
import { LlmError } from './llm.ts';

/** How a failed request affects its caller, the next attempt and all other calls. */
export interface Fault {
  readonly error: Error;
  /** The same request may succeed moments later. */
  readonly retry: boolean;
  /** The provider serves no calls at present. */
  readonly away: boolean;
}

const checkAddress = "Check that OPENAI_BASE_URL is the address of the server's API, which usually ends with /v1";

/**
 * Uses the status and the class of the error. The provider's message is left out: it may repeat the prompt or the key.
 */
export function faultOf(error: unknown): Fault {
  if (error instanceof LlmError) return { error, retry: false, away: false };
  if (error instanceof APIConnectionTimeoutError) return timedOut();
  // fetch throws a TypeError when the response is cut off.
  if (error instanceof APIConnectionError || error instanceof APIUserAbortError || error instanceof TypeError) {
    return {
      error: new LlmError(
        'unavailable',
        'The model server cannot be reached. Check OPENAI_BASE_URL and that the server runs',
      ),
      retry: true,
      away: true,
    };
  }
  if (isApiError(error)) return faultOfStatus(error);
  // SyntaxError: the body is not JSON. The next answer would be no better, so posts get their keyless score at once.
  if (error instanceof NoCompletion || error instanceof SyntaxError || error instanceof AnswerTooLarge) {
    const message = `The model server's answer is not a chat completion. ${checkAddress}`;
    return { error: new LlmError('unavailable', message), retry: false, away: true };
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
    return { error: new LlmError('rate-limited', 'The model server asks to wait', retryAfterMs), retry, away: true };
  }
  const error = new LlmError('unavailable', messageOf(status), retryAfterMs);
  const broken = typeof status !== 'number' || status >= 500;
  return { error, retry: broken, away: broken || status === 401 };
}

/** Names the setting if the status shows a fault of the configuration. */
function messageOf(status: unknown): string {
  if (typeof status !== 'number') return 'The model server answered with an error';
  const answered = `The model server answered ${String(status)}`;
  if (status === 401 || status === 403) return `${answered}. Check that OPENAI_API_KEY is a key of this server`;
  if (status === 404 || status === 405) return `${answered}. ${checkAddress}, and that it has the model`;
  return answered;
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
