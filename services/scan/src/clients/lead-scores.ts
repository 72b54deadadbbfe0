import type { CallService } from '@earshot/service-kit';
import { postWordsContract } from '@earshot/proto/http';
import type { ApplyScores } from '../domain/new-score.ts';

/** Sends new scores to the lead service, which owns the leads. */
export function leadScores(call: CallService): ApplyScores {
  return async (userId, scores) => {
    if (scores.length === 0) return [];
    const { leads } = await call(postWordsContract.applyScores, { userId, body: { scores: [...scores] } });
    return leads;
  };
}
