import { addressesModel } from './addresses-model.ts';
import { relevanceOf } from './scorer.ts';
import type { Business, Post, Scorer, Verdict } from './scorer.ts';

/** How far the model's score of a post that addresses it may lie from what the words say. */
const HELD_BEYOND = 2;
/** Beyond this a score given in company is asked for once more, alone: no neighbour can have moved it then. */
export const ALONE_BEYOND = 5;

export interface GuardedScorer {
  /** Sends what one call of `score` brings in its own batches, and one post alone; what it said in company never serves alone. */
  readonly model: Scorer;
  readonly keyless: Scorer;
}

/**
 * Keeps posts from moving each other's scores, whatever the model does with their text. Posts that address the model are sent
 * alone, after the others, whose calls are those of a run without them. Alone they are held for people where the two
 * scores differ by more than `HELD_BEYOND`; else the lower one counts, so that obedience earns nothing. A score of any
 * other post that is more than `ALONE_BEYOND` away from its keyless one is replaced by what the model says of it alone.
 */
export function guardedScorer({ model, keyless }: GuardedScorer): Scorer {
  return {
    version: model.version,
    score: async (business, posts, signal) => {
      const verdicts = new Map<Post, Verdict>();
      const note = (of: readonly Post[], given: readonly Verdict[]) =>
        of.forEach((post, index) => given[index] && verdicts.set(post, given[index]));
      const addressed = new Set(posts.filter((post) => addressesModel(post) !== null));
      const others = posts.filter((post) => !addressed.has(post));
      note(others, await model.score(business, others, signal));
      const plain = await keyless.score(business, posts, signal);
      for (const [index, post] of posts.entries()) {
        const [own, inCompany] = [plain[index], verdicts.get(post)];
        if (own === undefined) continue;
        if (addressed.has(post)) note([post], [await lone({ model, business, post, plain: own, signal })]);
        else if (inCompany && others.length > 1 && distance(inCompany, own) > ALONE_BEYOND) {
          note([post], await model.score(business, [post], signal));
        }
      }
      return posts.flatMap((post) => verdicts.get(post) ?? []);
    },
  };
}

async function lone({
  model,
  business,
  post,
  plain,
  signal,
}: {
  readonly model: Scorer;
  readonly business: Business;
  readonly post: Post;
  readonly plain: Verdict;
  readonly signal: AbortSignal | undefined;
}): Promise<Verdict> {
  const [judged] = await model.score(business, [post], signal);
  if (judged === undefined) throw new Error('the model scorer gave no verdict of a post');
  if (judged.provisional || judged.score === null || plain.score === null) return judged;
  if (distance(judged, plain) > HELD_BEYOND) return held(judged);
  return judged.score <= plain.score ? judged : plain;
}

function distance({ score, provisional }: Verdict, plain: Verdict): number {
  return score === null || plain.score === null || provisional
    ? 0
    : Math.round(Math.abs(score - plain.score) * 10) / 10;
}

function held({ id, scorerVersion }: Verdict): Verdict {
  return {
    id,
    score: null,
    relevance: relevanceOf(null),
    matchReason: 'Not scored: the text speaks to the model, so people should look at it.',
    parts: [],
    scorerVersion,
    unscoredReason: 'held',
  };
}
