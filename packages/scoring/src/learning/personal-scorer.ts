import { cosine } from '@earshot/encoder';
import { textOf, type Vector, type Vectors } from '../meaning.ts';
import { tenths } from '../parts.ts';
import { type Post, relevanceOf, scoreOf, type ScorePart, type Scorer, type Verdict } from '../scorer.ts';
import type { Learned } from './learn.ts';

/** In points. Learning changes the order of posts, but it does not hide one that fits well. */
const mostPoints = 1.5;
/** Learning makes no lead of a post below this score, so the post is not encoded for it. */
const leastScore = 3;

/**
 * A scorer that adds what it learned from a user as one more part, so that a score is still the sum of its parts. Its
 * version names what was learned. Returns `scorer` unchanged if `learned` is null. Unscored posts stay unscored, and
 * while no encoder works, nothing is added.
 */
export function personalScorer(scorer: Scorer, learned: Learned | null, vectors: Vectors): Scorer {
  if (learned === null) return scorer;
  const { strength } = learned;
  const direction: Vector = new Int8Array(Buffer.from(learned.direction, 'base64'));
  const partOf = (vector: Vector) => learnedPart(strength * cosine(vector, direction));
  const scorerVersionOf = (version: string) => `${version}${mark}${learned.version}`;
  return {
    ...scorer,
    version: scorerVersionOf(scorer.version),
    score: async (business, posts, signal) => {
      const verdicts = await scorer.score(business, posts, signal);
      const known = await meaningsOf(posts, verdicts, vectors);
      return verdicts.map((verdict) => {
        const scorerVersion = scorerVersionOf(verdict.scorerVersion);
        const vector = known.get(verdict.id);
        if (verdict.score === null || vector === undefined) return { ...verdict, scorerVersion };
        const parts = [...verdict.parts, ...partOf(vector)];
        const score = scoreOf(parts);
        return { ...verdict, parts, score, relevance: relevanceOf(score), scorerVersion };
      });
    },
  };
}

const mark = '+you-';

/** The version of what was learned in a score; null if it contains nothing of it. */
export function learnedVersionOf(scorerVersion: string): string | null {
  return scorerVersion.split(mark)[1] ?? null;
}

/** The vectors of the posts whose score learning changes, by their ids. */
async function meaningsOf(
  posts: readonly Post[],
  verdicts: readonly Verdict[],
  vectors: Vectors,
): Promise<Map<string, Vector>> {
  const likely = posts.filter((_, at) => (verdicts[at]?.score ?? 0) >= leastScore);
  const encoded = likely.length === 0 ? [] : ((await vectors.ofPosts(likely.map(textOf))) ?? []);
  return new Map(likely.flatMap(({ id }, at) => (encoded[at] ? [[id, encoded[at]]] : [])));
}

/** The part with these points, within the bound; none where a post is nearly as much like the wanted posts as like the others. */
function learnedPart(unbounded: number): ScorePart[] {
  const points = tenths(Math.max(-mostPoints, Math.min(mostPoints, unbounded)));
  if (points === 0) return [];
  const [category, note] =
    points > 0
      ? (['raised', 'More like the posts that you wanted than like the others'] as const)
      : (['lowered', 'More like the posts that you did not want than like the others'] as const);
  return [{ name: 'learned', category, points, quote: null, note }];
}
