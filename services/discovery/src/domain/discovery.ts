import type { OutgoingEvent } from '@earshot/event-bus';
import type { Suggestions } from './suggestions.ts';

/** Suggestions and what made them. */
export interface Ranked {
  readonly suggestions: Suggestions;
  /** Names the ranker and its version: results of another one are made anew. */
  readonly ranking: string;
}

/** A description that somebody searched with, and what they got. */
export interface StoredDiscovery extends Ranked {
  readonly descriptionHash: string;
  readonly productDescription: string;
  readonly rankedAt: Date;
}

/** One public search. */
export interface DiscoveryRequest {
  readonly descriptionHash: string;
  readonly visitor: string;
}

/** One public search and what it was answered with, as others are told of it. */
export interface AnsweredRequest extends DiscoveryRequest {
  readonly productCategory: string;
  readonly subreddits: readonly string[];
}

/** Each request for as long as figures look back: what analytics counts, and counts again when it is rebuilt. */
export interface RequestRepository {
  /** Saves it under the event's id, with the event in one write. */
  add(request: AnsweredRequest & { at: Date }, requested: OutgoingEvent): Promise<void>;
}

/** What is told of a description to those who know its hash. */
export interface DescribedRequest {
  readonly hash: string;
  readonly productDescription: string;
  readonly requestCount: number;
  readonly converted: boolean;
}

/** The cache of public searches, one document a description. */
export interface DiscoveryRepository {
  find(descriptionHash: string): Promise<StoredDiscovery | null>;
  /** Saves a first request; false when the description is there already. */
  insert(discovery: StoredDiscovery, facts: { id: string; now: Date }): Promise<boolean>;
  /** Counts a request; with `ranked`, suggestions are replaced in the same write. */
  count(descriptionHash: string, ranked?: Ranked & { rankedAt: Date }): Promise<void>;
  /** By hash; unknown ones are left out. */
  describe(descriptionHashes: readonly string[]): Promise<DescribedRequest[]>;
  /** Notes who registered after searching with it; the first one stays. */
  convert(descriptionHash: string, conversion: { userId: string; at: Date }): Promise<void>;
  /** That somebody converted stays; who it was goes. */
  forgetUser(userId: string): Promise<void>;
}
