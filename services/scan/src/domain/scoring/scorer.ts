import type { Relevance } from '@earshot/proto/values';
import { relevanceOf as relevanceOfScore } from '@earshot/proto/values';

/** What the customer sells, as they describe it, and the communities they listen to. */
export interface Business {
  readonly description: string;
  /** The source of the communities; of old data unless given. */
  readonly source?: string;
  readonly subreddits: readonly string[];
}

/** One post as a source gives it; title and selftext are untrusted text and may be empty. */
export interface Post {
  readonly id: string;
  readonly subreddit: string;
  readonly title: string;
  readonly selftext: string;
  readonly author?: string;
  readonly permalink?: string;
  readonly createdUtc?: number;
}

/**
 * The closed categories of each part: whatever judges a post, code or model, answers with these words only. `learned` is what
 * the user's own deeds add (domain/learning); nothing that judges a post gives it.
 */
export const PART_CATEGORIES = {
  need: ['provider', 'recommendation', 'help', 'problem', 'question', 'none'],
  stage: ['ready', 'comparing', 'problem-now', 'exploring', 'none'],
  fit: ['core', 'related', 'audience', 'none'],
  urgency: ['now', 'soon', 'none'],
  disqualifier: [
    'selling',
    'hiring',
    'news',
    'success-story',
    'giving-advice',
    'off-topic',
    'already-served',
    'not-a-request',
  ],
  learned: ['raised', 'lowered'],
} as const;

export type PartName = keyof typeof PART_CATEGORIES;
export type PartCategory<N extends PartName> = (typeof PART_CATEGORIES)[N][number];

/** One addend of a score. `points` has one decimal; `quote` is a verbatim substring of the post, null without text evidence. */
export type ScorePart = {
  [N in PartName]: {
    readonly name: N;
    readonly category: PartCategory<N>;
    readonly points: number;
    readonly quote: string | null;
    readonly note: string;
  };
}[PartName];

/**
 * Why a post has no score. no-answer: the model gave nothing usable of it, repair included. refused: the provider would not
 * judge it. held: the model's score differs too much from what the words say, so people are to look.
 */
export const UNSCORED_REASONS = ['no-answer', 'refused', 'held'] as const;
export type UnscoredReason = (typeof UNSCORED_REASONS)[number];

/** `score` is `scoreOf(parts)`, 0.0 to 10.0 with one decimal; null means unscored: to be tried again, never guessed. */
export interface Verdict {
  readonly id: string;
  readonly score: number | null;
  readonly relevance: Relevance;
  /** One plain sentence for people. */
  readonly matchReason: string;
  readonly parts: readonly ScorePart[];
  readonly scorerVersion: string;
  /** Present exactly when `score` is null. */
  readonly unscoredReason?: UnscoredReason;
  /** The keyless score of a post whose model was away: it counts, until the model can be asked. */
  readonly provisional?: true;
}

/**
 * Judges posts for a business: one verdict a post, in input order, whatever becomes of the others. The verdict of a post
 * depends on the business, the post and the version alone, never on the posts it came with.
 * Rejects only when `signal` aborts or, for a model, when the provider cannot be reached (`LlmError`).
 */
export interface Scorer {
  readonly version: string;
  score(business: Business, posts: readonly Post[], signal?: AbortSignal): Promise<Verdict[]>;
}

/** The score that parts add up to: 0.0 to 10.0, one decimal. Anyone can recompute a stored score with it. */
export function scoreOf(parts: readonly Pick<ScorePart, 'points'>[]): number {
  const tenths = parts.reduce((sum, part) => sum + Math.round(part.points * 10), 0);
  return Math.min(100, Math.max(0, tenths)) / 10;
}

/** The relevance of a score; an unscored post is low. */
export function relevanceOf(score: number | null): Relevance {
  return score === null ? 'low' : relevanceOfScore(score);
}
