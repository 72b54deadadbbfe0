import type { BusinessProfile } from '@earshot/proto/http/lead';
import { type Relevance, relevanceOf as relevanceOfScore } from '@earshot/proto/values';

/** The user's business, as they describe it, and the communities to scan. */
export interface Business {
  readonly description: string;
  /** Absent if the user filled in none of its fields. */
  readonly profile?: BusinessProfile;
  /** The source of the communities, which labels them; absent: their bare names. */
  readonly source?: string;
  readonly communities: readonly string[];
}

/** A post from a source. Title and selftext are untrusted text and may be empty. */
export interface Post {
  readonly id: string;
  readonly community: string;
  readonly title: string;
  readonly selftext: string;
  readonly author?: string;
  /** Moderators marked or pinned it, where the source says so. */
  readonly official?: boolean;
  readonly permalink?: string;
  readonly createdUtc?: number;
}

/**
 * The closed set of categories of each part. Every scorer, code or model, uses only these. `kind` (a kind of post that
 * is seldom by a customer) is found by code. `profile` (how the post matches what the business says about itself),
 * `place` (whether it is from where the business works) and `wording` (how it is written) come from the keyless scorer alone;
 * `learned` parts come from the user's actions (./learning), never from a scorer.
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
  kind: ['recurring-thread', 'moderators', 'job-ad', 'survey', 'link-dump'],
  profile: ['problem', 'alternative', 'not-for'],
  wording: ['like-a-customer', 'unlike-a-customer'],
  place: ['there', 'elsewhere'],
  learned: ['raised', 'lowered'],
} as const;

export type PartName = keyof typeof PART_CATEGORIES;
export type PartCategory<N extends PartName> = (typeof PART_CATEGORIES)[N][number];

/**
 * One part of a score. `points` has one decimal. `quote` is a verbatim substring of the post, or null without text
 * evidence.
 */
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
 * Why a post has no score. no-answer: the model gave no usable answer, even after a repair request. refused: the
 * provider refused to judge the post. held: the model's score differs too much from the keyless score, so the user must
 * review the post.
 */
export const UNSCORED_REASONS = ['no-answer', 'refused', 'held'] as const;
export type UnscoredReason = (typeof UNSCORED_REASONS)[number];

/** `score` is `scoreOf(parts)`, 0.0 to 10.0 with one decimal. Null means unscored: a missing score is never guessed. */
export interface Verdict {
  readonly id: string;
  readonly score: number | null;
  readonly relevance: Relevance;
  /** One sentence shown to users. */
  readonly matchReason: string;
  readonly parts: readonly ScorePart[];
  readonly scorerVersion: string;
  /** Present exactly when `score` is null. */
  readonly unscoredReason?: UnscoredReason;
  /** The score is keyless because the model was unavailable. It counts until the model can score the post. */
  readonly provisional?: true;
}

/**
 * Judges posts for a business: one verdict per post, in input order, even if others fail. The verdict of a post depends
 * only on the business, the post and the version, never on the other posts. Rejects only when `signal` aborts or, for a
 * model, when the provider cannot be reached (`LlmError`).
 */
export interface Scorer {
  readonly version: string;
  /** The number of posts for one call that costs least per post, if not that of a full call of a model. */
  readonly postsAtOnce?: number;
  /** The number of posts whose verdicts are stored in one write, if not those of one call. */
  readonly postsAWrite?: number;
  score(business: Business, posts: readonly Post[], signal?: AbortSignal): Promise<Verdict[]>;
}

/** The score for the sum of the parts: 0.0 to 10.0, one decimal. It reproduces any stored score. */
export function scoreOf(parts: readonly Pick<ScorePart, 'points'>[]): number {
  const tenths = parts.reduce((sum, part) => sum + Math.round(part.points * 10), 0);
  return Math.min(100, Math.max(0, tenths)) / 10;
}

/** The relevance of a score; an unscored post is low. */
export function relevanceOf(score: number | null): Relevance {
  return score === null ? 'low' : relevanceOfScore(score);
}
