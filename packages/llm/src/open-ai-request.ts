import type OpenAI from 'openai';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Completion } from './completion.ts';
import type { Dialect } from './dialect.ts';
import { LlmError, type LlmRequest } from './llm.ts';

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

/**
 * Returns the answer's value, validated against the schema even if the server promised it. Throws LlmError 'refused'.
 */
export function readAnswer<T>(request: LlmRequest<T>, { text, isRefused, isCut }: Completion): Reading<T> {
  if (isRefused) throw new LlmError('refused', 'The model refused to answer');
  const reading: Reading<T> = isCut
    ? { ok: false, answer: text, fault: 'it was cut off, be shorter' }
    : parse(request.schema, text);
  const salvaged = reading.ok ? null : (request.salvage?.(text) ?? null);
  return salvaged === null ? reading : { ok: true, value: salvaged };
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
