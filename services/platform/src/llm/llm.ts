import type { z } from 'zod';

/** Why a call gave no value. `malformed` already includes one repair attempt. */
export type LlmFailure = 'malformed' | 'refused' | 'rate-limited' | 'unavailable' | 'timeout';

/** The only error a port call rejects with, beside the caller's own abort. Its message carries no input and no key. */
export class LlmError extends Error {
  readonly reason: LlmFailure;
  readonly retryAfterMs: number | undefined;

  constructor(reason: LlmFailure, message: string, retryAfterMs?: number) {
    super(message);
    this.name = 'LlmError';
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}

export interface LlmTokens {
  readonly prompt: number;
  readonly completion: number;
}

export interface LlmRequest<T> {
  readonly model: string;
  /** Instructions: our own words only, stable across calls so that providers can cache the prefix. */
  readonly system: string;
  /** Data: whatever comes from outside goes here and nowhere else. */
  readonly input: string;
  readonly schema: z.ZodType<T>;
  /** Letters, digits, `_` and `-`: the name the provider sees for the schema. */
  readonly schemaName: string;
  readonly signal?: AbortSignal;
  readonly maxOutputTokens?: number;
}

/**
 * One structured call to a language model. Resolves with a value that passed `schema`, and the tokens spent on it
 * (a repair included). Rejects with `LlmError`, or with the signal's reason when `signal` aborts.
 */
export interface Llm {
  complete<T>(request: LlmRequest<T>): Promise<{ value: T; tokens: LlmTokens }>;
}
