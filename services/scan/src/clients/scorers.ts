import type { Llm } from '@earshot/platform';
import { keylessScorer } from '../domain/scoring/keyless-scorer.ts';
import type { Scorer } from '../domain/scoring/scorer.ts';
import { modelScorer } from './model-scorer.ts';

/** The scorer of a user's model, or the keyless one for everybody when there is no model to call. */
export function scorers(llm: Llm | null): (model: string) => Scorer {
  if (llm === null) {
    const keyless = keylessScorer();
    return () => keyless;
  }
  return (model) => modelScorer({ llm, model });
}
