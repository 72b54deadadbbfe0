import type { Llm, TokenLedger } from '@earshot/llm';
import { meteredLlm } from '@earshot/llm';
import type { AnswerCache } from './answer-cache.ts';
import { guardedScorer } from './guarded-scorer.ts';
import { keylessScorer } from './keyless-scorer.ts';
import type { Scorer } from './scorer.ts';
import { modelScorer } from './model/model-scorer.ts';

export interface ScorersOptions {
  /** null without a model key. */
  readonly llm: Llm | null;
  readonly ledger: TokenLedger;
  readonly cache: AnswerCache;
}

/**
 * Returns the scorer of a user for a model. Its calls count on the user's tokens. The keyless scorer replaces the model
 * while it is unavailable or the user's daily tokens are used up. Without a model all users get the keyless scorer.
 */
export function scorers({ llm, ledger, cache }: ScorersOptions): (model: string, userId: string) => Scorer {
  const keyless = keylessScorer();
  if (llm === null) return () => keyless;
  return (model, userId) => {
    const metered = meteredLlm(llm, ledger, userId);
    return guardedScorer({ model: modelScorer({ llm: metered, model, keyless, cache }), keyless });
  };
}
