import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import { z } from 'zod';
import { LlmError } from './llm.ts';
import type { Llm, LlmRequest, LlmTokens } from './llm.ts';

/** As much of a logger as is used here. */
export interface WarnLog {
  warn(facts: object, message: string): void;
}

export interface OpenAiOptions {
  readonly apiKey: string;
  /** Any server that speaks the same API; the SDK's own address when absent. */
  readonly baseUrl?: string;
  /** Sent instead of the requested model, for servers that know other names. */
  readonly model?: string;
  /** The deadline of one `complete`, its repair included. */
  readonly timeoutMs?: number;
  readonly log: WarnLog;
}

const DEADLINE_MS = 25_000;

type Message = OpenAI.Chat.Completions.ChatCompletionMessageParam;
/** What one answer came to: a value, or what was wrong with it in words that the model can act on. */
type Attempt<T> = { readonly tokens: LlmTokens } & (
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly answer: string; readonly fault: string }
);

/**
 * The `Llm` port over chat completions with a strict JSON schema. Nothing is retried here but a malformed answer, once:
 * whoever calls knows how long it may wait and what else it could do.
 */
export function openAiLlm(options: OpenAiOptions): Llm {
  const client = new OpenAI({
    apiKey: options.apiKey,
    maxRetries: 0,
    ...(options.baseUrl === undefined ? {} : { baseURL: options.baseUrl }),
  });
  return {
    complete: async (request) => {
      const deadline = AbortSignal.timeout(options.timeoutMs ?? DEADLINE_MS);
      const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
      const model = options.model ?? request.model;
      const ask = (messages: Message[]) => attempt(client, request, model, messages, signal);
      try {
        return await completeWithRepair(request, ask, options.log);
      } catch (error) {
        request.signal?.throwIfAborted();
        throw deadline.aborted ? new LlmError('timeout', 'The model did not answer in time') : llmErrorOf(error);
      }
    },
  };
}

async function completeWithRepair<T>(
  request: LlmRequest<T>,
  ask: (messages: Message[]) => Promise<Attempt<T>>,
  log: WarnLog,
): Promise<{ value: T; tokens: LlmTokens }> {
  const messages: Message[] = [
    { role: 'system', content: request.system },
    { role: 'user', content: request.input },
  ];
  const first = await ask(messages);
  if (first.ok) return { value: first.value, tokens: first.tokens };
  log.warn({ schema: request.schemaName }, 'malformed model answer, asking once more');
  const second = await ask([
    ...messages,
    { role: 'assistant', content: first.answer },
    { role: 'user', content: `That answer cannot be used: ${first.fault}. Answer again, with the JSON alone.` },
  ]);
  if (!second.ok) throw new LlmError('malformed', `The model's answer was malformed twice: ${second.fault}`);
  return {
    value: second.value,
    tokens: {
      prompt: first.tokens.prompt + second.tokens.prompt,
      completion: first.tokens.completion + second.tokens.completion,
    },
  };
}

async function attempt<T>(
  client: OpenAI,
  request: LlmRequest<T>,
  model: string,
  messages: Message[],
  signal: AbortSignal,
): Promise<Attempt<T>> {
  const completion = await client.chat.completions.create(
    {
      model,
      messages,
      response_format: {
        type: 'json_schema',
        json_schema: { name: request.schemaName, strict: true, schema: z.toJSONSchema(request.schema) },
      },
      ...(request.maxOutputTokens === undefined ? {} : { max_completion_tokens: request.maxOutputTokens }),
    },
    { signal },
  );
  const tokens = { prompt: completion.usage?.prompt_tokens ?? 0, completion: completion.usage?.completion_tokens ?? 0 };
  // Compatible servers are not all equally true to the types.
  const choice = completion.choices?.[0];
  if (choice?.message.refusal || choice?.finish_reason === 'content_filter') {
    throw new LlmError('refused', 'The model refused to answer');
  }
  const answer = choice?.message.content ?? '';
  if (choice?.finish_reason === 'length') return { ok: false, tokens, answer, fault: 'it was cut off, be shorter' };
  return { tokens, ...parse(request.schema, answer) };
}

function parse<T>(
  schema: z.ZodType<T>,
  answer: string,
): { ok: true; value: T } | { ok: false; answer: string; fault: string } {
  let json: unknown;
  try {
    json = JSON.parse(answer);
  } catch {
    return { ok: false, answer, fault: 'it is not JSON' };
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return { ok: true, value: parsed.data };
  const faults = parsed.error.issues.slice(0, 5).map((issue) => `${issue.path.join('.') || 'value'}: ${issue.message}`);
  return { ok: false, answer, fault: faults.join('; ') };
}

/** Status and class decide; the provider's own words stay out, they may repeat the prompt or the key. */
function llmErrorOf(error: unknown): Error {
  if (error instanceof LlmError) return error;
  if (error instanceof APIConnectionTimeoutError) return new LlmError('timeout', 'The model did not answer in time');
  if (error instanceof APIConnectionError || error instanceof APIUserAbortError) {
    return new LlmError('unavailable', 'The model provider cannot be reached');
  }
  if (error instanceof APIError) {
    const status = typeof error.status === 'number' ? error.status : undefined;
    const retryAfterMs = retryAfterOf(error.headers);
    if (status === 429) return new LlmError('rate-limited', 'The model provider asks to wait', retryAfterMs);
    return new LlmError(
      'unavailable',
      `The model provider answered ${status === undefined ? 'with an error' : String(status)}`,
      retryAfterMs,
    );
  }
  if (error instanceof SyntaxError)
    return new LlmError('malformed', 'The model provider answered something else than JSON');
  return error instanceof Error ? error : new Error('unknown failure of a model call');
}

function retryAfterOf(headers: unknown): number | undefined {
  if (!(headers instanceof Headers)) return undefined;
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (exact >= 0) return exact;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds >= 0 ? seconds * 1000 : undefined;
}
