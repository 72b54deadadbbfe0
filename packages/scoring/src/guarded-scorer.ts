import { inTurns } from '@earshot/core';
import { addressesModel } from './addresses-model.ts';
import { type Business, type Post, relevanceOf, type Scorer, type Verdict } from './scorer.ts';

/** The largest accepted difference between the model's score and the keyless score of a post that addresses the model. */
const HELD_BEYOND = 2;
/**
 * If a batch score differs by more than this from the keyless score, the post is scored again in its own call. There,
 * no other post can affect it.
 */
export const ALONE_BEYOND = 5;

export interface GuardedScorer {
  /** Never mixes the posts of different `score` calls in one batch, and never reuses batch answers for single-post calls. */
  readonly model: Scorer;
  readonly keyless: Scorer;
}

/**
 * Prevents posts from changing each other's scores through prompt injection (docs/decisions/0067). A post that
 * addresses the model is scored in its own call, after the batches of the others, so it cannot affect them. If the two
 * scores of such a post differ by more than `HELD_BEYOND`, it is held for review. Otherwise the lower one counts, so
 * that obeying the injection gains nothing. Any other post whose batch score differs from its keyless score by more
 * than `ALONE_BEYOND` is scored again alone.
 */
export function guardedScorer({ model, keyless }: GuardedScorer): Scorer {
  return {
    version: model.version,
    score: async (business, posts, signal) => {
      const verdicts = new Map<Post, Verdict>();
      const note = (of: readonly Post[], given: readonly Verdict[]) =>
        of.forEach((post, index) => given[index] && verdicts.set(post, given[index]));
      const addressed = await addressedIn(posts);
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

/** The posts that address the model. */
async function addressedIn(posts: readonly Post[]): Promise<Set<Post>> {
  const found = new Set<Post>();
  const turn = inTurns();
  for (const post of posts) {
    if (addressesModel(post) !== null) found.add(post);
    await turn();
  }
  return found;
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
    matchReason: 'Not scored: the text seems to give the model instructions. Read it yourself.',
    parts: [],
    scorerVersion,
    unscoredReason: 'held',
  };
}
