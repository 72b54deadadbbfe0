import { z } from 'zod';
import type { LlmTokens } from './llm.ts';

/** What a server's answer contains for the caller. */
export interface Completion {
  /** The content, or the arguments of the first function call; '' if the model wrote nothing. */
  readonly text: string;
  readonly isRefused: boolean;
  /** The answer ended at its limit of tokens. */
  readonly isCut: boolean;
  readonly tokens: LlmTokens;
}

/** A server answered with success, but without a completion. The server is at fault, not the model. */
export class NoCompletion extends Error {
  constructor() {
    super('the answer is not a chat completion');
    this.name = 'NoCompletion';
  }
}

/** More than any model reads or writes in one call: a wrong count must not use up a user's tokens of the day. */
const mostTokens = 10_000_000;
/** Compatible servers do not all count tokens. A count that is missing or impossible is 0. */
const tokens = z.int().min(0).max(mostTokens).catch(0);
const cachedTokens = z.object({ cached_tokens: tokens }).catch({ cached_tokens: 0 });
const usageShape = z
  .object({ prompt_tokens: tokens, completion_tokens: tokens, prompt_tokens_details: cachedTokens })
  .catch({ prompt_tokens: 0, completion_tokens: 0, prompt_tokens_details: { cached_tokens: 0 } });
const functionCall = z.object({ function: z.object({ arguments: z.string() }) });
const choiceShape = z.object({
  finish_reason: z.string().nullish(),
  message: z.object({
    content: z.string().nullish(),
    refusal: z.string().nullish(),
    tool_calls: z.array(functionCall).nullish(),
  }),
});
const completionShape = z.object({ choices: z.tuple([choiceShape], z.unknown()), usage: usageShape });

/** Parses the body of an answer. Throws NoCompletion. */
export function completionIn(body: unknown): Completion {
  const parsed = completionShape.safeParse(body);
  if (!parsed.success) throw new NoCompletion();
  const { choices, usage } = parsed.data;
  const [{ message, finish_reason: finish }] = choices;
  return {
    text: message.tool_calls?.[0]?.function.arguments ?? message.content ?? '',
    isRefused: Boolean(message.refusal) || finish === 'content_filter',
    isCut: finish === 'length',
    tokens: {
      prompt: usage.prompt_tokens,
      completion: usage.completion_tokens,
      cached: usage.prompt_tokens_details.cached_tokens,
    },
  };
}
