import { lower } from '@earshot/text';
import { communityFit, fitOf } from './fit.ts';
import type { Fit } from './fit.ts';
import { partsOf } from './parts.ts';
import { readFamilies, rememberingProfiles } from './profile.ts';
import type { Profile, Vocabulary } from './profile.ts';
import { matchReasonOf } from './reason.ts';
import { relevanceOf, scoreOf } from './scorer.ts';
import type { Post, Scorer, Verdict } from './scorer.ts';
import { signsOf } from './signs.ts';
import { tokeniser } from './text.ts';
import { weigh } from './word-weights.ts';

/** Increase it with every change that can affect a score: stored scores name the version that made them. */
const KEYLESS_VERSION = 'keyless-2';

/**
 * Number of characters of a body that are read. Authors state their need early, and the limit bounds the cost of very
 * long posts.
 */
export const BODY_READ = 2000;

/**
 * Scores without a model. The score is the fit of the post to the offer (BM25F over word families), times the signs of
 * a customer, less the signs against one. Signs of a customer are asking, having the problem, comparing, being ready to
 * pay and being in a hurry. Pure and deterministic; takes about 0.3 ms per post.
 */
export function keylessScorer(): Scorer {
  const vocabulary = readVocabulary();
  const profileFor = rememberingProfiles(vocabulary);
  return {
    version: KEYLESS_VERSION,
    score: async (business, posts, signal) => {
      const profile = profileFor(business);
      const verdicts: Verdict[] = [];
      for (const post of posts) {
        signal?.throwIfAborted();
        verdicts.push(verdictOf(profile, vocabulary, post));
      }
      return verdicts;
    },
  };
}

/** Builds the thesaurus, tokeniser and word weights that scoring and pre-filtering share. Takes a few milliseconds. */
export function readVocabulary(): Vocabulary {
  const tokenise = tokeniser();
  return {
    families: readFamilies(tokenise),
    tokenise,
    weigh,
    weighThesaurusWord: (key) => (key.includes('_') ? 1 : weigh(key) || 1),
  };
}

/** How much one post is about a business. The pre-filter uses it too, so that both compute the same fit. */
export function measureFit(profile: Profile, vocabulary: Vocabulary, post: Post): Fit {
  const { title, body } = readPost(post);
  return fitOf(profile, vocabulary.tokenise(title), vocabulary.tokenise(body), communityFit(profile, post.subreddit));
}

function verdictOf(profile: Profile, vocabulary: Vocabulary, post: Post): Verdict {
  const { title, body } = readPost(post);
  const tokens = { title: vocabulary.tokenise(title), selftext: vocabulary.tokenise(body) };
  const parts = partsOf({
    text: { title, selftext: body },
    tokens,
    profile,
    fit: fitOf(profile, tokens.title, tokens.selftext, communityFit(profile, post.subreddit)),
    signs: signsOf(lower(title), lower(body)),
  });
  const score = scoreOf(parts);
  return {
    id: post.id,
    score,
    relevance: relevanceOf(score),
    matchReason: matchReasonOf(parts),
    parts,
    scorerVersion: KEYLESS_VERSION,
  };
}

function readPost(post: Post): { title: string; body: string } {
  return { title: post.title, body: post.selftext.slice(0, BODY_READ) };
}
