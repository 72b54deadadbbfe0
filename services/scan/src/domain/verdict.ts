import type { Relevance } from '@earshot/proto/values';
import { leadThresholds } from '@earshot/proto/values';
import type { TaskCounts } from './job.ts';
import type { DropReason } from './scoring/prefilter.ts';
import type { UnscoredReason } from './scoring/scorer.ts';

/**
 * filtered: not worth scoring. below: under the job's threshold. unscored: the scorer gave nothing; the next scan tries
 * again, unless people are to look. found: told to the lead service, which makes it created, capped (a limit was reached) or
 * duplicate. stale: older than scans look, so it has a verdict only where the user rescued it.
 */
export const outcomes = ['filtered', 'below', 'unscored', 'found', 'created', 'capped', 'duplicate', 'stale'] as const;
export type Outcome = (typeof outcomes)[number];

/** What the lead service says of a found post. */
export type LeadOutcome = Extract<Outcome, 'created' | 'capped' | 'duplicate'>;

export interface EvidencePart {
  readonly name: string;
  readonly category: string;
  readonly points: number;
  readonly quote: string | null;
  readonly note: string;
}

/** Which limit holds a capped post back. */
export const caps = ['scan-limit', 'daily-limit'] as const;
export type Cap = (typeof caps)[number];

/** All that a lead is made of, kept as long as the post may still become one or waits to be scored again. */
export interface Evidence {
  readonly title: string;
  readonly content: string;
  readonly author: string;
  readonly url: string;
  readonly relevance: Relevance;
  readonly matchReason: string;
  readonly scorerVersion: string;
  readonly parts: readonly EvidencePart[];
}

/** What a scan decided about one post for one business: the reason why no scan decides it twice. */
export interface PostVerdict {
  readonly userId: string;
  readonly businessVersion: string;
  readonly source: string;
  /** The sandbox gave the post. */
  readonly sample: boolean;
  readonly postId: string;
  readonly subreddit: string;
  readonly postCreatedAt: Date;
  readonly contentHash: string;
  /** The job and task that decided last. */
  readonly jobId: string;
  readonly task: number;
  readonly outcome: Outcome;
  readonly score: number | null;
  /** Why there is no score; absent where there is one, or none was tried. */
  readonly unscoredReason?: UnscoredReason;
  /** The score is the keyless one, since the user's model was away. */
  readonly provisional?: true;
  /** A provisional verdict is to be scored by the model from this time on; absent when it is not, or no more. */
  readonly rescoreAt?: Date;
  readonly evidence: Evidence | null;
  /** Only of a filtered one. */
  readonly dropReason?: DropReason;
  /** Only of one below; never text of the post, which is not kept for what is dropped. */
  readonly matchReason?: string;
  /** Only of a capped one. */
  readonly cap?: Cap;
  /** When the user made it a lead by hand. The outcome stays; no scan judges it again. */
  readonly rescuedAt?: Date;
}

/** A verdict that a lead can be made of. */
export type FoundPost = PostVerdict & { readonly score: number; readonly evidence: Evidence };

/** The part of a verdict that tells whether a post needs judging. */
export type VerdictMark = Pick<
  PostVerdict,
  'postId' | 'contentHash' | 'jobId' | 'task' | 'outcome' | 'unscoredReason' | 'rescoreAt' | 'rescuedAt'
>;

/** Under this score no search strategy makes a lead, so nothing is kept for later. */
export const lowestThreshold = Math.min(...Object.values(leadThresholds));

/** May still become a lead: a limit held it back, or a later strategy may be less strict. */
export function waits(outcome: Outcome, score: number | null): boolean {
  return (outcome === 'capped' || outcome === 'below') && score !== null && score >= lowestThreshold;
}

/** The counts that a verdict may belong to; those of `known` and `stale` posts do not rest on verdicts. */
export const verdictTallies = [
  'filtered',
  'below',
  'unscored',
  'found',
  'stale',
] as const satisfies (keyof TaskCounts)[];
export type VerdictTally = (typeof verdictTallies)[number];

/** Which count of its task a verdict belongs to. */
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
