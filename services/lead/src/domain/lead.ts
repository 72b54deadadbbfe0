import type { AiAnalysis } from '@earshot/proto/http/lead';
import type { LeadRating, LeadStatus, PostRemover, Relevance } from '@earshot/proto/values';
import type { JobId, LeadId, UserId } from '@earshot/proto/refs';

/** Where the author of a lead posted the same text again. */
export type Place = Pick<Lead, 'source' | 'postId' | 'community' | 'url' | 'postCreatedAt'>;

/** What a lead was judged for last. Null where its event does not say. */
export interface JudgedFor {
  /** The version of the business. */
  readonly businessVersion: string | null;
  /** The lowest score of a lead. */
  readonly threshold: number | null;
  /** The version of what was learned in the score; null if it contains nothing of it. */
  readonly learnedVersion: string | null;
}

/** A post of a potential customer, as stored for one user. */
export interface Lead {
  readonly id: LeadId;
  readonly userId: UserId;
  /** The scan that found it. */
  readonly jobId: JobId;
  /** The source of the post; `postId` and `community` are identifiers of that source. */
  readonly source: string;
  /** Whether the post came from the sandbox. */
  readonly postId: string;
  readonly community: string;
  readonly title: string;
  readonly content: string;
  readonly author: string;
  /** 0.0 to 10.0 with one decimal. */
  readonly score: number;
  readonly relevance: Relevance;
  readonly matchReason: string;
  readonly url: string;
  /** In the order in which scans found them. */
  readonly alsoIn: readonly Place[];
  readonly aiAnalysis: AiAnalysis;
  readonly judgedFor: JudgedFor;
  /** Why its new score withdrew it, and when; null if it did not. A withdrawn lead is skipped. */
  readonly withdrawn: { readonly reason: string; readonly at: Date } | null;
  /** Who removed the post at its site, and when; null if it is there. A removed post has no text, author and reasons. */
  readonly removed: { readonly by: PostRemover; readonly at: Date } | null;
  /** When the post last changed at its site after the user had contacted its author; null if it did not. */
  readonly editedAt: Date | null;
  /** The user chose the post as a lead, so that no score withdraws it. */
  readonly isKept: boolean;
  readonly status: LeadStatus;
  /** The user's thumb up or down; null without one. */
  readonly rating: LeadRating | null;
  /** Counts the rating changes, including removals. */
  readonly ratings: number;
  /** Counts the status changes. */
  readonly revision: number;
  readonly createdAt: Date;
  readonly postCreatedAt: Date;
}

/** Identifies a post across all sources. */
export type LeadPost = Pick<Lead, 'source' | 'postId'>;

/** One key for a post of any source. */
export function postKey({ source, postId }: LeadPost): string {
  return `${source}:${postId}`;
}
