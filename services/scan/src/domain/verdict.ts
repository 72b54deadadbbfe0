import { leadThresholds, type Relevance } from '@earshot/proto/values';
import type { JobId, UserId } from '@earshot/proto/refs';
import type { TaskCounts } from './job.ts';
import type { DropReason, UnscoredReason } from '@earshot/scoring';

/**
 * filtered: not worth scoring. below: under the job's threshold. unscored: the scorer gave no score; the next scan
 * retries, unless the post is held for review. found: sent to the lead service, which makes it created, capped (a limit
 * was reached) or duplicate. stale: older than the scan's window; it has a verdict only if the user kept it as a lead.
 */
export const outcomes = ['filtered', 'below', 'unscored', 'found', 'created', 'capped', 'duplicate', 'stale'] as const;
export type Outcome = (typeof outcomes)[number];

/** The lead service's decision about a found post. */
export type LeadOutcome = Extract<Outcome, 'created' | 'capped' | 'duplicate'>;

export interface EvidencePart {
  readonly name: string;
  readonly category: string;
  readonly points: number;
  readonly quote: string | null;
  readonly note: string;
}

/** The limit that holds a capped post back. */
export const caps = ['scan-limit', 'daily-limit'] as const;
export type Cap = (typeof caps)[number];

/** The content of a lead, stored as long as the post may still become a lead or waits to be rescored. */
export interface Evidence {
  readonly title: string;
  readonly content: string;
  readonly author: string;
  readonly url: string;
  readonly relevance: Relevance;
  readonly matchReason: string;
  readonly scorerVersion: string;
  readonly parts: readonly EvidencePart[];
  /** Only if it was stored when the user kept the post: the score that its lead gets. The verdict has another or none. */
  readonly score?: number;
}

/** The decision of a scan about one post for one business. Later scans do not judge the post again (docs/decisions/0004). */
export interface PostVerdict {
  readonly userId: UserId;
  readonly businessVersion: string;
  readonly source: string;
  /** The post comes from the sandbox. */
  readonly postId: string;
  readonly community: string;
  readonly postCreatedAt: Date;
  readonly contentHash: string;
  /** The job and task that judged the post last. */
  readonly jobId: JobId;
  readonly task: number;
  readonly outcome: Outcome;
  readonly score: number | null;
  /** Why there is no score. Absent if there is a score or if none was attempted. */
  readonly unscoredReason?: UnscoredReason;
  /** The score is keyless because the user's model was unavailable. */
  readonly provisional?: true;
  /** The time from which the model shall rescore a provisional verdict. Absent if the verdict is not to be rescored. */
  readonly rescoreAt?: Date;
  readonly evidence: Evidence | null;
  /** Only if filtered. */
  readonly dropReason?: DropReason;
  /** Only if below. It contains no text of the post, because dropped posts keep none (docs/decisions/0005). */
  readonly matchReason?: string;
  /** Only if capped. */
  readonly cap?: Cap;
  /** When the user kept the post as a lead. The outcome stays, and no scan judges the post again. */
  readonly rescuedAt?: Date;
}

/** A verdict from which a lead can be created. */
export type FoundPost = PostVerdict & { readonly score: number; readonly evidence: Evidence };

/** The part of a verdict that decides whether a post must be judged. */
export type VerdictMark = Pick<
  PostVerdict,
  'postId' | 'contentHash' | 'jobId' | 'task' | 'outcome' | 'unscoredReason' | 'rescoreAt' | 'rescuedAt'
>;

/** No search strategy creates leads below this score, so no evidence is stored for such posts. */
export const lowestThreshold = Math.min(...Object.values(leadThresholds));

/**
 * Found posts from this score on become leads at once. Others are held back until all posts of the scan are judged, so
 * that a limit keeps the best.
 */
const atOnceFrom = 8;

/**
 * Whether the post may still become a lead: it is held back until the end of its scan, a limit held it back, or a later
 * strategy may be less strict.
 */
export function waits(outcome: Outcome, score: number | null): boolean {
  if (score === null || score < lowestThreshold) return false;
  return outcome === 'capped' || outcome === 'below' || (outcome === 'found' && score < atOnceFrom);
}

/** The counts that a verdict may belong to. The `known` and `stale` counts of a task are not computed from verdicts. */
export const verdictTallies = [
  'filtered',
  'below',
  'unscored',
  'found',
  'stale',
] as const satisfies (keyof TaskCounts)[];
export type VerdictTally = (typeof verdictTallies)[number];

/** The count of its task that a verdict belongs to. */
export function tallyOf(outcome: Outcome): VerdictTally {
  switch (outcome) {
    case 'filtered':
    case 'below':
    case 'unscored':
    case 'stale':
      return outcome;
    default:
      return 'found';
  }
}
