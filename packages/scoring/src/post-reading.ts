import { fold, type Folded } from '@earshot/text';
import { communityFit, type Fit, fitOf, type Sign } from './fit.ts';
import type { NeedSign } from './patterns.ts';
import { type Profile, readFamilies, rememberingProfiles, type Vocabulary } from './profile.ts';
import { TITLE_READ } from './read-text.ts';
import type { Business, Post } from './scorer.ts';
import { needsOf } from './signs.ts';
import { type Token, tokeniser } from './text.ts';
import { weigh } from './word-weights.ts';

/**
 * Number of characters of a body that are read. Authors state their need early, and the limit bounds the cost of very
 * long posts.
 */
export const BODY_READ = 2000;

/** A post as the pre-filter and the scorer read it, for one business. */
export interface PostReading {
  readonly title: Folded;
  /** The part of the body that is read. */
  readonly body: Folded;
  readonly tokens: { readonly title: readonly Token[]; readonly selftext: readonly Token[] };
  readonly profile: Profile;
  /** How much the post is about the business. */
  readonly fit: Fit;
  /** What the author wants, computed on first use. */
  needs(): readonly Sign<NeedSign>[];
}

/** Reads posts. Built once per process, on first use, because it takes some milliseconds and megabytes. */
let reader: ReturnType<typeof createReader> | undefined;

/** Readings that the pre-filter has left for the scorer. */
const left = new WeakMap<Post, PostReading>();

/** Reads a post for a business, or takes the reading that `leaveReading` has left. */
export function readPost(business: Business, post: Post): PostReading {
  reader ??= createReader();
  const reading = left.get(post);
  // A reading that stayed until its post is gone would outlive V8's cheap collections.
  left.delete(post);
  return reading?.profile === reader.profileFor(business) ? reading : reader.read(business, post);
}

/** Leaves a reading for the next `readPost` of the same object and business. Both must not change until then. */
export function leaveReading(post: Post, reading: PostReading): void {
  left.set(post, reading);
}

function createReader() {
  const vocabulary = readVocabulary();
  const profileFor = rememberingProfiles(vocabulary);
  const communityFitOf = rememberingCommunity();
  const read = (business: Business, post: Post): PostReading => {
    const profile = profileFor(business);
    return readingOf(profile, vocabulary, post, communityFitOf(profile, post.community));
  };
  return { profileFor, read };
}

/** Remembers the last community, because a scan reads many posts of one after another. */
function rememberingCommunity(): typeof communityFit {
  let last: { readonly profile: Profile; readonly community: string; readonly fit: number } | undefined;
  return (profile, community) => {
    if (last?.profile !== profile || last.community !== community)
      last = { profile, community, fit: communityFit(profile, community) };
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
  };
}

function readingOf(profile: Profile, { tokenise }: Vocabulary, post: Post, community: number): PostReading {
  const title = fold(post.title.slice(0, TITLE_READ));
  const body = fold(post.selftext.slice(0, BODY_READ));
  const tokens = { title: tokenise(title.text), selftext: tokenise(body.text) };
  const fit = fitOf(profile, tokens.title, tokens.selftext, community);
  let needs: readonly Sign<NeedSign>[] | undefined;
  return { title, body, tokens, profile, fit, needs: () => (needs ??= needsOf(title.text, body.text)) };
}
