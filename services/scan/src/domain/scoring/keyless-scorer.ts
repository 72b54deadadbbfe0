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

/** Raise it with every change that can move a score: stored scores name the version that made them. */
const KEYLESS_VERSION = 'keyless-2';

/** What is read of a body: people say what they want early, and the cost of a very long post stays bounded. */
export const BODY_READ = 2000;

/**
 * Scores without any model: how much a post is about the offer (BM25F over word families) times what its language tells of
 * the author (asking, having the problem, comparing, ready to pay, in a hurry), less what speaks against a customer.
 * Pure and deterministic; about 0.3 ms a post.
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

/** The thesaurus, tokeniser and word weights that scoring and pre-filtering share. Built on call: some milliseconds. */
export function readVocabulary(): Vocabulary {
  const tokenise = tokeniser();
  return {
    families: readFamilies(tokenise),
    tokenise,
    weigh,
    tells: (key) => (key.includes('_') ? 1 : weigh(key) || 1),
  };
}

/** How much one post is about a business; shared with the pre-filter so that both speak of the same fit. */
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
