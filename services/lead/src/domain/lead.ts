import type { AiAnalysis } from '@earshot/proto/http/lead';
import type { LeadRating, LeadStatus, Relevance } from '@earshot/proto/values';

/** A post that may become a customer, as one user has it. */
export interface Lead {
  readonly id: string;
  readonly userId: string;
  /** The scan that found it. */
  readonly jobId: string;
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
