import { inTurns } from '@earshot/core';
import { examine, type Examined } from './examine.ts';
import { withKind } from './kind-part.ts';
import { type LearnedWeights, productWeights } from './learned-weights.ts';
import {
  type BusinessMeaning,
  businessMeanings,
  meaningFeatures,
  nearestOf,
  sentencesOf,
  textOf,
  type Vector,
  type Vectors,
} from './meaning.ts';
import { placePartOf } from './place.ts';
import { matchReasonOf } from './reason.ts';
import { type Business, type Post, relevanceOf, scoreOf, type ScorePart, type Scorer, type Verdict } from './scorer.ts';
import { type Meaning, weighedParts } from './weighed-parts.ts';

/** Increase it with every change that can affect a score: stored scores name the version that made them. */
const KEYLESS_VERSION = 'keyless-6';
/** The version in verdicts that no encoder helped to make. */
const WORDS_VERSION = `${KEYLESS_VERSION}-words`;

/** Few, so that what was read of them for the pre-filter is garbage again before V8 moves it to the old generation. */
const POSTS_AT_ONCE = 8;
/** Scoring this many takes about as long as one read and one write of the database. */
const POSTS_A_WRITE = 100;

/** The score by words alone from which a post is encoded. Below it, the meaning makes a lead of hardly any (docs/quality.md). */
const WORTH_ENCODING = 4;
/** The score from which the single sentences are encoded, to quote the one that comes nearest: the lowest threshold. */
const WORTH_QUOTING = 5;

export interface KeylessOptions {
  /** Those of the product unless a measurement leaves a business out. */
  readonly weights?: LearnedWeights;
  /** The sentence encoder. Without it, words alone count. */
  readonly vectors?: Vectors;
}

/** What is known of a post before its meaning. */
interface Read {
  readonly post: Post;
  readonly examined: Examined;
  readonly place: ScorePart | null;
}

/** A post with its parts by words alone. */
interface Scored {
  readonly read: Read;
  readonly parts: readonly ScorePart[];
}

/**
 * Scores without a model. Fixed rules read the fit of the post to the offer (BM25F over word families), the signs of a
 * customer and the signs against one. Beside them count how people in need write and, for posts that are likely by their
 * words, how near their meaning is to the texts of the business. The weights of all were learned from labelled posts.
 * Deterministic. Takes about 0.4 ms per post, and about 40 ms in the encoder for each post that is encoded.
 */
export function keylessScorer({ weights = productWeights(), vectors }: KeylessOptions = {}): Scorer {
  const meanings = vectors && meaningReader(vectors);
  return {
    version: KEYLESS_VERSION,
    postsAtOnce: POSTS_AT_ONCE,
    postsAWrite: POSTS_A_WRITE,
    score: async (business, posts, signal) => {
      const turn = inTurns();
      const scored: Scored[] = [];
      for (const post of posts) {
        signal?.throwIfAborted();
        const read = { post, examined: examine(business, post, weights.known), place: placePartOf(business, post) };
        scored.push({ read, parts: partsOf(read, weights, null) });
        await turn();
      }
      const likely = scored.filter(({ parts }) => scoreOf(parts) >= WORTH_ENCODING).map(({ read }) => read);
      const found = await meanings?.(business, likely, weights, signal);
      const version = found ? KEYLESS_VERSION : WORDS_VERSION;
      const verdicts: Verdict[] = [];
      for (const { read, parts } of scored) {
        verdicts.push(verdictOf(read.post, found?.get(read) ?? parts, version));
        await turn();
      }
      return verdicts;
    },
  };
}

/** The parts of posts with their meaning; undefined where no encoder works. */
function meaningReader(vectors: Vectors) {
  const businessMeaning = businessMeanings(vectors);
  return async (business: Business, likely: readonly Read[], weights: LearnedWeights, signal?: AbortSignal) => {
    const found = new Map<Read, ScorePart[]>();
    if (likely.length === 0) return found;
    const meaning = await businessMeaning(business);
    const posts = meaning && (await vectors.ofPosts(likely.map(({ post }) => textOf(post))));
    if (!meaning || !posts) return undefined;
    signal?.throwIfAborted();
    for (const [at, read] of likely.entries()) {
      const vector = posts[at];
      if (!vector) continue;
      const features = meaningFeatures(vector, meaning);
      const parts = partsOf(read, weights, { features, own: null, other: null });
      const isLikely = scoreOf(parts) >= WORTH_QUOTING;
      const nearest = isLikely ? await nearestIn(read.post, vector, meaning, vectors) : null;
      found.set(read, nearest ? partsOf(read, weights, { features, ...nearest }) : parts);
    }
    return found;
  };
}

async function nearestIn(post: Post, whole: Vector, meaning: BusinessMeaning, vectors: Vectors) {
  const sentences = sentencesOf(post);
  const encoded = await vectors.ofPosts(sentences);
  return encoded && nearestOf({ whole, sentences, vectors: encoded }, meaning);
}

function partsOf({ post, examined, place }: Read, weights: LearnedWeights, meaning: Meaning | null): ScorePart[] {
  const parts = [...weighedParts(examined, weights, meaning), ...(place ? [place] : [])];
  return withKind(post, parts, examined.reading.signs.need);
}

function verdictOf(post: Post, parts: readonly ScorePart[], scorerVersion: string): Verdict {
  const score = scoreOf(parts);
  return {
    id: post.id,
    score,
    relevance: relevanceOf(score),
    matchReason: matchReasonOf(parts, post),
    parts,
    scorerVersion,
  };
}
