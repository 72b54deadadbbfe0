import { type Llm, meteredLlm, type TokenLedger } from '@earshot/llm';
import type { UserId } from '@earshot/proto/refs';
import type { AnswerCache } from './answer-cache.ts';
import { guardedScorer } from './guarded-scorer.ts';
import { keylessScorer } from './keyless-scorer.ts';
import type { Vectors } from './meaning.ts';
import type { Scorer } from './scorer.ts';
import { modelScorer } from './model/model-scorer.ts';

export interface ScorersOptions {
  /** The connected model, asked for at each use; null without one. */
  readonly llm: () => Llm | null;
  readonly ledger: TokenLedger;
  readonly cache: AnswerCache;
  readonly vectors: Vectors;
}

/**
 * Returns the scorer of a user for a model. Its calls count on the user's tokens. The keyless scorer replaces the model
 * while it is unavailable or the user's daily tokens are used up. Without a model all users get the keyless scorer.
 */
export function scorers({ llm, ledger, cache, vectors }: ScorersOptions): (model: string, userId: UserId) => Scorer {
  const keyless = keylessScorer({ vectors });
  return (model, userId) => {
    const connected = llm();
    if (connected === null) return keyless;
    const metered = meteredLlm(connected, ledger, userId);
    return guardedScorer({ model: modelScorer({ llm: metered, model, keyless, cache }), keyless });
  };
}
