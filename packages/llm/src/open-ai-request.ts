import type OpenAI from 'openai';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Dialect } from './dialect.ts';
import { LlmError } from './llm.ts';
import type { LlmRequest, LlmTokens } from './llm.ts';

type Chat = OpenAI.Chat.Completions.ChatCompletion;
type ChatParams = OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming;
export type Message = OpenAI.Chat.Completions.ChatCompletionMessageParam;

/** A parsed answer: the value, or its fault in words that the model can act on. */
export type Reading<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly answer: string; readonly fault: string };

/** Builds the request in a form that the model's server supports. */
export function chatParams<T>(
  request: LlmRequest<T>,
  model: string,
  messages: Message[],
  dialect: Dialect,
): ChatParams {
  return {
    model,
    messages,
    ...formOf(request, dialect),
    // Routes calls with the same prefix to the server that has it cached.
    ...(dialect.cacheKey && { prompt_cache_key: cacheKeyOf(model, request.system) }),
    ...(request.maxOutputTokens !== undefined && { [dialect.outputLimit]: request.maxOutputTokens }),
  };
}

function formOf<T>(request: LlmRequest<T>, dialect: Dialect): Partial<ChatParams> {
  const schema = z.toJSONSchema(request.schema);
  const name = request.schemaName;
  const strict = dialect.strict && { strict: true };
  if (dialect.output === 'format') {
    return { response_format: { type: 'json_schema', json_schema: { name, ...strict, schema } } };
  }
  return {
    tools: [{ type: 'function', function: { name, ...strict, parameters: schema } }],
    tool_choice: { type: 'function', function: { name } },
    ...(dialect.singleCall && { parallel_tool_calls: false }),
  };
}

function cacheKeyOf(model: string, system: string): string {
  return createHash('sha256').update(`${model}\n${system}`).digest('hex').slice(0, 32);
}

/** The provider's token counts, or 0 if missing: compatible servers do not all follow the types. */
export function tokensOf({ usage }: Chat): LlmTokens {
  return {
    prompt: usage?.prompt_tokens ?? 0,
    completion: usage?.completion_tokens ?? 0,
    cached: usage?.prompt_tokens_details?.cached_tokens ?? 0,
  };
}

/**
 * Returns the answer's value, validated against the schema even if the server promised it. Throws LlmError 'refused'.
 */
export function readAnswer<T>(request: LlmRequest<T>, completion: Chat): Reading<T> {
  const choice = completion.choices?.[0];
  if (choice?.message.refusal || choice?.finish_reason === 'content_filter') {
    throw new LlmError('refused', 'The model refused to answer');
  }
  const answer = textOf(choice?.message) ?? '';
  const reading: Reading<T> =
    choice?.finish_reason === 'length'
      ? { ok: false, answer, fault: 'it was cut off, be shorter' }
      : parse(request.schema, answer);
  const salvaged = reading.ok ? null : (request.salvage?.(answer) ?? null);
  return salvaged === null ? reading : { ok: true, value: salvaged };
}

function textOf(message: OpenAI.Chat.Completions.ChatCompletionMessage | undefined): string | null | undefined {
  const call = message?.tool_calls?.find((one) => one.type === 'function');
  return call?.function.arguments ?? message?.content;
}

function parse<T>(schema: z.ZodType<T>, answer: string): Reading<T> {
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
