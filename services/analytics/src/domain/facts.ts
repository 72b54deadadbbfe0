import type { LeadStatus } from '@earshot/proto/values';

/** A lead was made. */
export interface LeadFact {
  readonly leadId: string;
  readonly userId: string;
  /** 0 to 10, one decimal. */
  readonly score: number;
  readonly createdAt: Date;
}

/** A lead has had this status since its `revision`th change. */
export interface LeadStatusFact {
  readonly leadId: string;
  readonly userId: string;
  readonly status: LeadStatus;
  readonly revision: number;
}

/** A community was put on a user's list, or taken off it. */
export interface CommunityFact {
  readonly communityId: string;
  readonly userId: string;
  readonly isActive: boolean;
}

/** A scan was seen at work, or at its end. */
export interface ScanFact {
  readonly jobId: string;
  readonly userId: string;
  readonly startedAt: Date;
}

export interface UserFact {
  readonly userId: string;
  readonly registeredAt: Date;
}

/** A visitor searched for communities. */
export interface DiscoveryRequestFact {
  readonly eventId: string;
  readonly descriptionHash: string;
  readonly visitor: string;
  readonly category: string;
  readonly subreddits: readonly string[];
  readonly at: Date;
}

/** A visitor who had searched made an account. */
export interface DiscoveryConversionFact {
  readonly userId: string;
  readonly descriptionHash: string;
  readonly visitor: string;
  readonly at: Date;
}

/**
 * Where facts are kept. Each may be noted again, and in any order, and the same is known in the end; each call resolves
 * once what it noted is durable. Facts of a forgotten user leave nothing behind.
 */
export interface FactRepository {
  leadsCreated(facts: readonly LeadFact[]): Promise<void>;
  /** For good: with which score it was made, if that is told later, changes nothing. */
  leadsRescored(facts: readonly LeadFact[]): Promise<void>;
  /** The highest revision counts; it may come before its lead. */
  leadsMoved(facts: readonly LeadStatusFact[]): Promise<void>;
  communitiesAdded(facts: readonly CommunityFact[]): Promise<void>;
  /** For good: an addition that is told later changes nothing. */
  communitiesRemoved(facts: readonly Omit<CommunityFact, 'isActive'>[]): Promise<void>;
  scansSeen(facts: readonly ScanFact[]): Promise<void>;
  /** For good: progress that is told later changes nothing. */
  scansEnded(facts: readonly ScanFact[]): Promise<void>;
  usersRegistered(facts: readonly UserFact[]): Promise<void>;
  discoveryRequested(facts: readonly DiscoveryRequestFact[]): Promise<void>;
  /** Once for each description and user. */
  discoveryConverted(facts: readonly DiscoveryConversionFact[]): Promise<void>;
}
