import type { AiAnalysis } from '@earshot/proto/http/lead';
import { sourceOfOldData } from '@earshot/sources';
import type { LeadRating, LeadStatus, Relevance } from '@earshot/proto/values';

/** A post that may become a customer, as one user has it. */
export interface Lead {
  readonly id: string;
  readonly userId: string;
  /** The scan that found it. */
  readonly jobId: string;
  /** The source of the post; `redditPostId` and `subreddit` are names of that source. */
  readonly source: string;
  /** The post came from the sandbox; null where an older version saved the lead, which did not keep this. */
  readonly sample: boolean | null;
  readonly redditPostId: string;
  readonly subreddit: string;
  readonly title: string;
  readonly content: string;
  readonly author: string;
  /** 0.0 to 10.0 with one decimal. */
  readonly score: number;
  readonly relevance: Relevance;
  readonly matchReason: string;
  readonly url: string;
  readonly aiAnalysis: AiAnalysis;
  readonly status: LeadStatus;
  /** The user's thumb; null where none was given. */
  readonly rating: LeadRating | null;
  /** Counts the thumbs given and taken back. */
  readonly ratings: number;
  /** Counts the changes of the status. */
  readonly revision: number;
  readonly createdAt: Date;
  readonly postCreatedAt: Date;
}

/** A post among those of all sources. */
export type PostRef = Pick<Lead, 'source' | 'redditPostId'>;

/**
 * One text for a post of any source. Posts of the first source keep the key that older versions wrote, so that quotas
 * which old and new replicas save mean the same.
 */
export function postKey({ source, redditPostId }: PostRef): string {
  return source === sourceOfOldData ? redditPostId : `${source}:${redditPostId}`;
}
