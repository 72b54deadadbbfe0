import type { DraftVariant, LeadStatus } from '@earshot/proto/values';
import type { JobId, LeadId, UserId } from '@earshot/proto/refs';

/** A lead was created. */
export interface LeadFact {
  readonly leadId: LeadId;
  readonly userId: UserId;
  /** From 0 to 10 with one decimal. */
  readonly score: number;
  /** The post's source. */
  readonly source: string;
  /** The community's name; undefined where the event does not name it. */
  readonly community?: string | undefined;
  readonly createdAt: Date;
}

/** The status of a lead since the change with number `revision`. */
export interface LeadStatusFact {
  readonly leadId: LeadId;
  readonly userId: UserId;
  readonly status: LeadStatus;
  readonly revision: number;
  /** The approach of the draft with which the lead was contacted; undefined where it is not known. */
  readonly variant?: DraftVariant | undefined;
}

/** A community was added to a user's list or removed from it. */
export interface CommunityFact {
  readonly communityId: string;
  readonly userId: UserId;
  readonly isActive: boolean;
  readonly source: string;
}

/** A scan is running, or has ended. */
export interface ScanFact {
  readonly jobId: JobId;
  readonly userId: UserId;
  readonly startedAt: Date;
}

export interface UserFact {
  readonly userId: UserId;
  readonly registeredAt: Date;
}

/** A visitor searched for communities. */
export interface DiscoveryRequestFact {
  readonly eventId: string;
  readonly descriptionHash: string;
  readonly visitor: string;
  readonly category: string;
  /** The source of the communities. */
  readonly source: string;
  readonly communities: readonly string[];
  readonly modelCalled: boolean;
  readonly at: Date;
}

/** A visitor created an account after searching. */
export interface DiscoveryConversionFact {
  readonly userId: UserId;
  readonly descriptionHash: string;
  readonly visitor: string;
  readonly at: Date;
}

/**
 * Stores facts (docs/decisions/0049-figures-from-facts.md). Calls may be repeated and may come in any order; the result
 * is the same. Each call resolves once its facts are durable. Facts of a deleted user leave nothing behind.
 */
export interface FactRepository {
  leadsCreated(facts: readonly LeadFact[]): Promise<void>;
  /** Final: a later `leadsCreated` with another score changes nothing. */
  leadsRescored(facts: readonly LeadFact[]): Promise<void>;
  /** The highest revision counts. It may arrive before its lead. */
  leadsMoved(facts: readonly LeadStatusFact[]): Promise<void>;
  /** The leads of samples that came before count no longer. */
  samplesRemoved(userId: UserId): Promise<void>;
  communitiesAdded(facts: readonly CommunityFact[]): Promise<void>;
  /** Final: a later `communitiesAdded` only adds the source. */
  communitiesRemoved(facts: readonly Omit<CommunityFact, 'isActive' | 'source'>[]): Promise<void>;
  scansSeen(facts: readonly ScanFact[]): Promise<void>;
  /** Final: a later `scansSeen` changes nothing. */
  scansEnded(facts: readonly ScanFact[]): Promise<void>;
  usersRegistered(facts: readonly UserFact[]): Promise<void>;
  discoveryRequested(facts: readonly DiscoveryRequestFact[]): Promise<void>;
  /** Stores one per description and user. */
  discoveryConverted(facts: readonly DiscoveryConversionFact[]): Promise<void>;
}
