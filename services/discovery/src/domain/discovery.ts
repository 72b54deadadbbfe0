import type { OutgoingEvent } from '@earshot/event-bus';
import type { UserId } from '@earshot/proto/refs';
import type { Suggestions } from './suggestions.ts';

/** Suggestions, with the ranking that made them. */
export interface Ranked {
  readonly suggestions: Suggestions;
  /** The name and version of the ranker. Results of another ranker are replaced after a while. */
  readonly ranking: string;
}

/** A description that visitors searched with, and their result. */
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

/** A public search with its answer, as its event publishes it. */
export interface AnsweredRequest extends DiscoveryRequest {
  readonly productCategory: string;
  /** The source of the communities. */
  readonly source: string;
  readonly communities: readonly string[];
  /** Whether a model was called for this request. */
  readonly modelCalled: boolean;
}

/** Stores requests for as long as figures look back. Analytics counts them, and reads them again when it is rebuilt. */
export interface RequestRepository {
  /** Saves the request and its event in one write, under the event's id. */
  add(request: AnsweredRequest & { at: Date }, requested: OutgoingEvent): Promise<void>;
}

/** The data about a description for callers that know its hash. */
export interface DescribedRequest {
  readonly hash: string;
  readonly productDescription: string;
  readonly requestCount: number;
  readonly converted: boolean;
}

/** The cache of public searches, one document per description. */
export interface DiscoveryRepository {
  find(descriptionHash: string): Promise<StoredDiscovery | null>;
  /** Saves the first request for a description; false when the description already exists. */
  insert(discovery: StoredDiscovery, facts: { id: string; now: Date }): Promise<boolean>;
  /** Counts a request; with `ranked`, also replaces the suggestions in the same write. */
  count(descriptionHash: string, ranked?: Ranked & { rankedAt: Date }): Promise<void>;
  /** Finds descriptions by hash; unknown hashes are omitted. */
  describe(descriptionHashes: readonly string[]): Promise<DescribedRequest[]>;
  /** Stores the user who registered after searching with it. The first user is kept. */
  convert(descriptionHash: string, conversion: { userId: UserId; at: Date }): Promise<void>;
  /** Removes the user's id from conversions. The description still counts as converted. */
  forgetUser(userId: UserId): Promise<void>;
}
