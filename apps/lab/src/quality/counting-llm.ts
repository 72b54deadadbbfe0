import type { Llm } from '@earshot/llm';

/** An `Llm` that counts tokens: `tokens()` returns the prompt and completion tokens of all calls so far. */
export function countingLlm(llm: Llm): Llm & { readonly tokens: () => number } {
  let spent = 0;
  return {
    complete: async (request) => {
      const answer = await llm.complete(request);
      spent += answer.tokens.prompt + answer.tokens.completion;
      return answer;
    },
    tokens: () => spent,
  };
}
