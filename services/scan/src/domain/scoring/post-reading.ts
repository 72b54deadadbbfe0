import { lower } from '@earshot/text';
import { communityFit, fitOf } from './fit.ts';
import type { Fit, Sign } from './fit.ts';
import type { NeedSign } from './patterns.ts';
import { readFamilies, rememberingProfiles } from './profile.ts';
import type { Profile, Vocabulary } from './profile.ts';
import type { Business, Post } from './scorer.ts';
import { needsOf } from './signs.ts';
import { tokeniser } from './text.ts';
import type { Token } from './text.ts';
import { wordStatistics } from './word-statistics.ts';
import { weigh } from './word-weights.ts';

/**
 * Number of characters of a body that are read. Authors state their need early, and the limit bounds the cost of very
 * long posts.
 */
export const BODY_READ = 2000;

/** A post as the pre-filter and the scorer read it, for one business. */
export interface PostReading {
  readonly title: string;
  /** The part of the body that is read. */
  readonly body: string;
  readonly tokens: { readonly title: readonly Token[]; readonly selftext: readonly Token[] };
  readonly profile: Profile;
  /** How much the post is about the business. */
  readonly fit: Fit;
  /** What the author wants, computed on first use. */
  needs(): readonly Sign<NeedSign>[];
}

/** Built once per process, on first use, because it takes some milliseconds and megabytes. */
let reader: ((business: Business, post: Post) => PostReading) | undefined;

/**
 * Reads a post for a business. Both must not change afterwards: the scorer gets the reading that the pre-filter made of
 * the same object. A reading lives as long as its post.
 */
export function readPost(business: Business, post: Post): PostReading {
  reader ??= createReader();
  return reader(business, post);
}

function createReader(): NonNullable<typeof reader> {
  const vocabulary = readVocabulary();
  const profileFor = rememberingProfiles(vocabulary);
  const latest = new WeakMap<Post, PostReading>();
  const communityFitOf = rememberingCommunity();
  return (business, post) => {
    const profile = profileFor(business);
    const known = latest.get(post);
    if (known?.profile === profile) return known;
    const reading = readingOf(profile, vocabulary, post, communityFitOf(profile, post.subreddit));
    latest.set(post, reading);
    return reading;
  };
}

/** Remembers the last community, because a scan reads many posts of one after another. */
function rememberingCommunity(): typeof communityFit {
  let last: { readonly profile: Profile; readonly subreddit: string; readonly fit: number } | undefined;
  return (profile, subreddit) => {
    if (last?.profile !== profile || last.subreddit !== subreddit)
      last = { profile, subreddit, fit: communityFit(profile, subreddit) };
    return last.fit;
  };
}

/** Builds the thesaurus, tokeniser and word weights. */
function readVocabulary(): Vocabulary {
  const tokenise = tokeniser();
  return {
    families: readFamilies(tokenise),
    tokenise,
    weigh,
    weighThesaurusWord: (key) => (key.includes('_') ? 1 : weigh(key) || 1),
    statistics: wordStatistics(),
  };
}

function readingOf(profile: Profile, { tokenise }: Vocabulary, post: Post, community: number): PostReading {
  const { title } = post;
  const body = post.selftext.slice(0, BODY_READ);
  const tokens = { title: tokenise(title), selftext: tokenise(body) };
  const fit = fitOf(profile, tokens.title, tokens.selftext, community);
  let needs: readonly Sign<NeedSign>[] | undefined;
  return { title, body, tokens, profile, fit, needs: () => (needs ??= needsOf(lower(title), lower(body))) };
}
