import { boundedAnswer } from '@earshot/core';
import OpenAI from 'openai';
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { checkServer } from './check-server.ts';
import { type Completion, completionIn } from './completion.ts';
import { type BreakerOptions, type CircuitBreaker, circuitBreaker, LONG_WAIT_MS } from './circuit-breaker.ts';
import { type Dialects, dialects } from './dialect.ts';
import type { LlmMetrics } from './llm-metrics.ts';
import { type Llm, LlmError, type LlmRequest, type LlmTokens } from './llm.ts';
import { type Fault, faultOf, timedOut } from './open-ai-errors.ts';
import { isForbiddenHost } from './model-address.ts';
import { chatParams, type Message, readAnswer, type Reading } from './open-ai-request.ts';
import { type RetryBudget, retryBudget, type RetryOptions } from './retry-budget.ts';

/** The part of a logger used here. */
export interface WarnLog {
  warn(facts: object, message: string): void;
}

export interface OpenAiOptions {
  readonly apiKey: string;
  /** Any server with the same API. Default: the SDK's address. */
  readonly baseUrl?: string;
  /** Refuses an address that no model server has, at each request. For addresses that an administrator entered. */
  readonly isGuarded?: boolean;
  /** Sent instead of the requested model, for servers with other model names. */
  readonly model?: string;
  /** The deadline of one `complete`, including retries and repair. */
  readonly timeoutMs?: number;
  /** The deadline of one `check`. */
  readonly checkTimeoutMs?: number;
  readonly breaker?: BreakerOptions;
  readonly retries?: RetryOptions;
  readonly metrics?: LlmMetrics;
  readonly log: WarnLog;
}

/** Characters of a server's digest: an installation has few servers over time. */
const serverDigest = 8;
const DEADLINE_MS = 25_000;
const CHECK_DEADLINE_MS = 10_000;

/** Shared by all calls of a process. */
interface Provider {
  readonly client: OpenAI;
  readonly breaker: CircuitBreaker;
  readonly budget: RetryBudget;
  readonly dialects: Dialects;
  readonly metrics: LlmMetrics | undefined;
  readonly log: WarnLog;
  /** Logs a failure once, until a call succeeds (null) or fails in another way. */
  readonly logChange: (failure: string | null) => void;
}

/** A running `complete`. */
interface Call<T> {
  readonly request: LlmRequest<T>;
  readonly model: string;
  readonly signal: AbortSignal;
  readonly deadline: AbortSignal;
  /** The deadline on the process's monotonic clock. */
  readonly endsAtMs: number;
}

/**
 * The `Llm` port over chat completions, with a strict JSON schema or, for models without schemas, a function call.
 * Either way, the answer is validated here. Within its deadline a call is repaired once. It is retried (429, 5xx, no
 * connection) while the process's retry budget lasts. While the provider does not answer, calls fail at once
 * (docs/decisions/0044-circuit-breaker-and-retry-budget.md).
 */
export function openAiLlm(options: OpenAiOptions): Llm {
  const { apiKey, metrics, log } = options;
  const breaker = circuitBreaker(options.breaker);
  const provider: Provider = {
    breaker,
    metrics,
    log,
    logChange: changeLog(log),
    client: clientOf(options),
    budget: retryBudget(options.retries),
    dialects: dialects(),
  };
  const isAway = () => breaker.isOpen();
  metrics?.watch(isAway);
  const server = createHash('sha256').update(provider.client.baseURL).digest('base64url').slice(0, serverDigest);
  return {
    isAway,
    identityOf: (model) => `${options.model ?? model}@${server}`,
    check: (models) => {
      const used = options.model === undefined ? [...new Set(models)] : [options.model];
      return checkServer({
        client: provider.client,
        key: apiKey,
        models: used,
        timeoutMs: options.checkTimeoutMs ?? CHECK_DEADLINE_MS,
        complete: (request, signal) => exchange(provider, request, request.model, firstMessages(request), signal),
      });
    },
    complete: async (request) => {
      const deadlineMs = options.timeoutMs ?? DEADLINE_MS;
      const deadline = AbortSignal.timeout(deadlineMs);
      const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
      const model = options.model ?? request.model;
      return completeWithRepair(provider, {
        request,
        model,
        signal,
        deadline,
        endsAtMs: performance.now() + deadlineMs,
      });
    },
  };
}

function clientOf({ apiKey, baseUrl, isGuarded }: OpenAiOptions): OpenAI {
  return new OpenAI({
    apiKey,
    maxRetries: 0,
    // Following a redirect would send the prompt to an address that the operator did not choose.
    fetchOptions: { redirect: 'error' },
    fetch: async (url, init) => {
      if (isGuarded && (await isForbiddenHost(addressOf(url)))) throw new Error('no model server has this address');
      return boundedAnswer(await fetch(url, init));
    },
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
  });
}

function addressOf(url: string | URL | Request): string {
  return url instanceof Request ? url.url : String(url);
}

function changeLog(log: WarnLog): (failure: string | null) => void {
  let last: string | null = null;
  return (failure) => {
    if (failure !== null && failure !== last) log.warn({}, failure);
    last = failure;
  };
}

async function completeWithRepair<T>(provider: Provider, call: Call<T>): Promise<{ value: T; tokens: LlmTokens }> {
  const { request } = call;
  let tokens: LlmTokens = { prompt: 0, completion: 0, cached: 0 };
  const ask = async (messages: Message[]): Promise<Reading<T>> => {
    const completion = await answered(provider, call, messages);
    const spent = completion.tokens;
    tokens = sumOf(tokens, spent);
    provider.metrics?.spent(spent);
    request.onTokens?.(spent);
    return readAnswer(request, completion);
  };
  const messages = firstMessages(request);
  const first = await ask(messages);
  if (first.ok) return { value: first.value, tokens };
  provider.log.warn({ schema: request.schemaName }, 'malformed model answer, asking once more');
  const second = await ask([
    ...messages,
    { role: 'assistant', content: first.answer },
    { role: 'user', content: `That answer cannot be used: ${first.fault}. Answer again, with the JSON alone.` },
  ]);
  if (!second.ok) throw new LlmError('malformed', `The model's answer was malformed twice: ${second.fault}`);
  return { value: second.value, tokens };
}

function firstMessages({ system, input }: LlmRequest<unknown>): Message[] {
  return [
    { role: 'system', content: system },
    { role: 'user', content: input },
  ];
}

function sumOf(a: LlmTokens, b: LlmTokens): LlmTokens {
  return { prompt: a.prompt + b.prompt, completion: a.completion + b.completion, cached: a.cached + b.cached };
}

/** Returns the provider's answer, after retries within the budget. Rejects as the port describes. */
async function answered<T>(provider: Provider, call: Call<T>, messages: Message[]): Promise<Completion> {
  const { budget, metrics } = provider;
  budget.earn();
  for (let tried = 0; ; tried += 1) {
    const result = await sent(provider, call, messages);
    if (result.ok) return result.completion;
    const { fault } = result;
    const waitMs = budget.waitMs(tried, retryAfterOf(fault));
    if (!fault.retry || !worthWaiting(call, fault, waitMs) || !budget.take(tried)) throw fault.error;
    metrics?.retried();
    await wait(waitMs, undefined, { signal: call.signal }).catch(() => undefined);
    call.request.signal?.throwIfAborted();
  }
}

/** A retry must leave most of the remaining time for the answer. */
function worthWaiting<T>({ endsAtMs }: Call<T>, fault: Fault, waitMs: number): boolean {
  return (retryAfterOf(fault) ?? 0) <= LONG_WAIT_MS && waitMs < (endsAtMs - performance.now()) / 2;
}

function retryAfterOf({ error }: Fault): number | undefined {
  return error instanceof LlmError ? error.retryAfterMs : undefined;
}

type Sent = { readonly ok: true; readonly completion: Completion } | { readonly ok: false; readonly fault: Fault };

/** Sends one request through the circuit breaker. Throws errors that are not the provider's. */
async function sent<T>(provider: Provider, call: Call<T>, messages: Message[]): Promise<Sent> {
  const { breaker, metrics } = provider;
  const pass = breaker.enter();
  if (pass === null) {
    metrics?.heldBack();
    throw new LlmError('unavailable', 'The model server failed recently; calls are paused for a short time');
  }
  const began = performance.now();
  const report = (outcome: string) => metrics?.requested(outcome, (performance.now() - began) / 1000);
  try {
    const completion = await exchange(provider, call.request, call.model, messages, call.signal);
    pass.succeeded();
    provider.logChange(null);
    report('ok');
    return { ok: true, completion };
  } catch (error) {
    if (call.request.signal?.aborted) {
      pass.abandoned();
      report('given-up');
      call.request.signal.throwIfAborted();
    }
    const fault = call.deadline.aborted ? timedOut() : faultOf(error);
    pass.failed({ away: fault.away, retryAfterMs: retryAfterOf(fault) });
    provider.logChange(fault.error.message);
    report(fault.error instanceof LlmError ? fault.error.reason : 'failed');
    return { ok: false, fault };
  }
}

/** Sends one request, and repeats it in another form if the server requires it. */
async function exchange<T>(
  { client, dialects: forms }: Provider,
  request: LlmRequest<T>,
  model: string,
  messages: Message[],
  signal: AbortSignal,
): Promise<Completion> {
  for (;;) {
    const dialect = forms.of(model);
    try {
      const params = chatParams(request, model, messages, dialect);
      return completionIn(await client.chat.completions.create(params, { signal }));
    } catch (error) {
      if (!forms.learn(model, dialect, error)) throw error;
    }
  }
}
