import type { Llm } from '@earshot/llm';

/** An `Llm` that counts: `tokens()` says what its calls spent so far, prompt and completion together. */
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
