import type { z } from 'zod';

/**
 * Why a call gave no value. `malformed` already includes one repair attempt; `unavailable` also while calls are held back
 * because the last ones failed; `over-budget`: the user has spent what a day allows.
 */
export type LlmFailure = 'malformed' | 'refused' | 'rate-limited' | 'unavailable' | 'timeout' | 'over-budget';

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

const AWAY: ReadonlySet<LlmFailure> = new Set(['rate-limited', 'unavailable', 'timeout', 'over-budget']);

/** The model cannot be asked at present, for whatever is asked: later it can. */
export function isModelAway(error: unknown): error is LlmError {
  return error instanceof LlmError && AWAY.has(error.reason);
}

export interface LlmTokens {
  /** All that was sent, cached or not. */
  readonly prompt: number;
  readonly completion: number;
  /** The part of `prompt` that the provider had cached. */
  readonly cached: number;
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
  /** What can be used of an answer that is cut off or breaks the schema; null asks for a repair. */
  readonly salvage?: (answer: string) => T | null;
  /** Told of what each answer cost as it comes, whatever becomes of the call. */
  readonly onTokens?: (tokens: LlmTokens) => void;
}

/**
 * One structured call to a language model. Resolves with a value that passed `schema` (or was salvaged), and the tokens
 * spent on it, a repair included. Rejects with `LlmError`, or with the signal's reason when `signal` aborts.
 */
export interface Llm {
  complete<T>(request: LlmRequest<T>): Promise<{ value: T; tokens: LlmTokens }>;
  /** Whether calls would fail at once at this moment, because the last ones did; absent where nobody watches. */
  readonly isAway?: () => boolean;
}
