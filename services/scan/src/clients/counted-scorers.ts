import type { Meters } from '@earshot/core';
import type { Scorer } from '@earshot/scoring';
import type { UserId } from '@earshot/proto/refs';

type ScorerFor = (model: string, userId: UserId) => Scorer;

/** Counts posts that get a score, by scorer. Without a model, the keyless scorer serves all users. */
export function countedScorers(scorerFor: ScorerFor, given: { meters: Meters; hasModel: () => boolean }): ScorerFor {
  const scored = given.meters.counter('postsScored');
  return (model, userId) => {
    const scorer = scorerFor(model, userId);
    const hasModel = given.hasModel();
    return {
      ...scorer,
      score: async (business, posts, signal) => {
        const verdicts = await scorer.score(business, posts, signal);
        const withScore = verdicts.filter(({ score }) => score !== null);
        const byModel = withScore.filter(({ provisional }) => hasModel && provisional !== true).length;
        scored.add({ scorer: 'model' }, byModel);
        scored.add({ scorer: 'keyless' }, withScore.length - byModel);
        return verdicts;
      },
    };
  };
}
