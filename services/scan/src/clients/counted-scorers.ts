import type { Meters } from '@earshot/core';
import type { Scorer, Verdict } from '@earshot/scoring';

type ScorerFor = (model: string, userId: string) => Scorer;

/** Counts posts that get a score, by scorer. `hasModel` is false if the keyless scorer serves all users. */
export function countedScorers(scorerFor: ScorerFor, given: { meters: Meters; hasModel: boolean }): ScorerFor {
  const scored = given.meters.counter('postsScored');
  const isByModel = ({ provisional }: Verdict) => given.hasModel && provisional !== true;
  return (model, userId) => {
    const scorer = scorerFor(model, userId);
    return {
      ...scorer,
      score: async (business, posts, signal) => {
        const verdicts = await scorer.score(business, posts, signal);
        const withScore = verdicts.filter(({ score }) => score !== null);
        const byModel = withScore.filter(isByModel).length;
        scored.add({ scorer: 'model' }, byModel);
        scored.add({ scorer: 'keyless' }, withScore.length - byModel);
        return verdicts;
      },
    };
  };
}
