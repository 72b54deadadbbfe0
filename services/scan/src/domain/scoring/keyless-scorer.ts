import { lower } from '@earshot/text';
import { partsOf } from './parts.ts';
import type { PostReading } from './post-reading.ts';
import { readPost } from './post-reading.ts';
import { matchReasonOf } from './reason.ts';
import { relevanceOf, scoreOf } from './scorer.ts';
import type { Scorer, Verdict } from './scorer.ts';
import { signsOf } from './signs.ts';

/** Increase it with every change that can affect a score: stored scores name the version that made them. */
const KEYLESS_VERSION = 'keyless-2';

/** Scoring this many takes about as long as one read and one write of the database. */
const POSTS_AT_ONCE = 100;

/**
 * Scores without a model. The score is the fit of the post to the offer (BM25F over word families), times the signs of
 * a customer, less the signs against one. Signs of a customer are asking, having the problem, comparing, being ready to
 * pay and being in a hurry. Pure and deterministic; takes about 0.3 ms per post.
 */
export function keylessScorer(): Scorer {
  return {
    version: KEYLESS_VERSION,
    postsAtOnce: POSTS_AT_ONCE,
    score: async (business, posts, signal) => {
      const verdicts: Verdict[] = [];
      for (const post of posts) {
        signal?.throwIfAborted();
        verdicts.push(verdictOf(readPost(business, post), post.id));
      }
      return verdicts;
    },
  };
}

function verdictOf({ title, body, tokens, profile, fit, needs }: PostReading, id: string): Verdict {
  const parts = partsOf({
    text: { title, selftext: body },
    tokens,
    profile,
    fit,
    signs: signsOf(lower(title), lower(body), needs()),
  });
  const score = scoreOf(parts);
  return {
    id,
    score,
    relevance: relevanceOf(score),
    matchReason: matchReasonOf(parts),
    parts,
    scorerVersion: KEYLESS_VERSION,
  };
}
