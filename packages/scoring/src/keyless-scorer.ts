import { examine } from './examine.ts';
import { withKind } from './kind-part.ts';
import { productWeights } from './learned-weights.ts';
import type { LearnedWeights } from './learned-weights.ts';
import { matchReasonOf } from './reason.ts';
import { relevanceOf, scoreOf } from './scorer.ts';
import type { Business, Post, Scorer, Verdict } from './scorer.ts';
import { weighedParts } from './weighed-parts.ts';

/** Increase it with every change that can affect a score: stored scores name the version that made them. */
const KEYLESS_VERSION = 'keyless-4';

/** Few, so that what was read of them for the pre-filter is garbage again before V8 moves it to the old generation. */
const POSTS_AT_ONCE = 8;
/** Scoring this many takes about as long as one read and one write of the database. */
const POSTS_A_WRITE = 100;

/**
 * Scores without a model. Fixed rules read the fit of the post to the offer (BM25F over word families), the signs of a
 * customer and the signs against one. Beside them count how closely the post matches the texts of the business, and how
 * people in need write; the weights of all were learned from labelled posts. Pure and deterministic; takes about 0.4 ms
 * per post. `weights` are those of the product unless a measurement leaves a business out.
 */
export function keylessScorer(weights: LearnedWeights = productWeights()): Scorer {
  return {
    version: KEYLESS_VERSION,
    postsAtOnce: POSTS_AT_ONCE,
    postsAWrite: POSTS_A_WRITE,
    score: async (business, posts, signal) => {
      const verdicts: Verdict[] = [];
      for (const post of posts) {
        signal?.throwIfAborted();
        verdicts.push(verdictOf(business, post, weights));
      }
      return verdicts;
    },
  };
}

function verdictOf(business: Business, post: Post, weights: LearnedWeights): Verdict {
  const examined = examine(business, post, weights.known);
  const parts = withKind(post, weighedParts(examined, weights), examined.reading.signs.need);
  const score = scoreOf(parts);
  return {
    id: post.id,
    score,
    relevance: relevanceOf(score),
    matchReason: matchReasonOf(parts, post),
    parts,
    scorerVersion: KEYLESS_VERSION,
  };
}
