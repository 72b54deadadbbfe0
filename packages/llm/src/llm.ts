import type { ModelTestOutcome } from '@earshot/proto/values';
import type { z } from 'zod';

/**
 * Why a call returned no value. `malformed` includes one repair attempt. `unavailable` includes calls that the circuit
 * breaker blocked. `over-budget`: the user has spent the day's tokens.
 */
export type LlmFailure = 'malformed' | 'refused' | 'rate-limited' | 'unavailable' | 'timeout' | 'over-budget';

/** The only error of the port, apart from the caller's abort reason. Its message contains no input and no key. */
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

/** True when the model is temporarily unavailable for every request. */
export function isModelAway(error: unknown): error is LlmError {
  return error instanceof LlmError && AWAY.has(error.reason);
}

export interface LlmTokens {
  /** All tokens sent, cached or not. */
  readonly prompt: number;
  readonly completion: number;
  /** The part of `prompt` that the provider served from its cache. */
  readonly cached: number;
}

export interface LlmRequest<T> {
  readonly model: string;
  /** Instructions: only our own text, stable across calls so that providers can cache the prefix. */
  readonly system: string;
  /** Data: all external text goes here, and nowhere else. */
  readonly input: string;
  readonly schema: z.ZodType<T>;
  /** The schema's name for the provider: letters, digits, `_` and `-`. */
  readonly schemaName: string;
  readonly signal?: AbortSignal;
  readonly maxOutputTokens?: number;
  /** Extracts a usable value from an answer that is cut off or breaks the schema; null requests a repair. */
  readonly salvage?: (answer: string) => T | null;
  /** Called with the cost of each answer as it arrives, even if the call fails later. */
  readonly onTokens?: (tokens: LlmTokens) => void;
}

/** The result of a test of the server. */
export interface ModelCheck {
  readonly outcome: Exclude<ModelTestOutcome, 'not-connected'>;
  /** Names of the server's models, at most 100. */
  readonly models: readonly string[];
  /** The models in use that the server does not list. */
  readonly missing: readonly string[];
  /** The error status of the last answer, if it had one. */
  readonly status: number | null;
  readonly latencyMs: number;
}

/** The name under which a model's answers and scores are stored. */
export function identityOf(llm: Llm, model: string): string {
  return llm.identityOf?.(model) ?? model;
}

/**
 * One structured call to a language model. Resolves with a value that passed `schema` (or was salvaged) and the tokens
 * spent, including a repair. Rejects with `LlmError`, or with the signal's reason when `signal` aborts.
 */
export interface Llm {
  complete<T>(request: LlmRequest<T>): Promise<{ value: T; tokens: LlmTokens }>;
  /**
   * Names the model that answers requests for `model`, and its server by a digest. Stored answers and scores are those of
   * one such name: servers give different models the same name. Absent where there is one server.
   */
  readonly identityOf?: (model: string) => string;
  /** Whether calls would fail at once now, because the last ones failed. Absent without a circuit breaker. */
  readonly isAway?: () => boolean;
  /**
   * Tests whether the server answers within 10 seconds, has the models that would be used for `models` and gives a short
   * completion.
   */
  readonly check?: (models: readonly string[]) => Promise<ModelCheck>;
}
