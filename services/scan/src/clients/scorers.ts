import type { Llm } from '@earshot/platform';
import { guardedScorer } from '../domain/scoring/guarded-scorer.ts';
import { keylessScorer } from '../domain/scoring/keyless-scorer.ts';
import type { Scorer } from '../domain/scoring/scorer.ts';
import { modelScorer } from './model-scorer.ts';

/** The scorer of a user's model, or the keyless one for everybody when there is no model to call. */
export function scorers(llm: Llm | null): (model: string) => Scorer {
  const keyless = keylessScorer();
  if (llm === null) return () => keyless;
  return (model) => guardedScorer({ model: modelScorer({ llm, model }), keyless });
}
