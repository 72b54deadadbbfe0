import type { OutgoingEvent } from '@earshot/event-bus';
import type { UserId } from '@earshot/proto/refs';
import type { Lead, LeadPost } from './lead.ts';

/** The score from the user's model for a post whose lead has a provisional score. */
export type Rescored = LeadPost & Pick<Lead, 'userId' | 'score' | 'relevance' | 'matchReason' | 'aiAnalysis'>;

export interface RescoreRepository {
  /** The lead of a post if its score is provisional. */
  findProvisional(userId: UserId, post: LeadPost): Promise<Lead | null>;
  /**
   * Saves score, relevance, reason and analysis with the event in one write, if the lead's score is still provisional.
   * `before` is that score.
   */
  rescore(lead: Lead, before: number, event: OutgoingEvent): Promise<void>;
}

export interface RescoreDependencies {
  readonly leads: RescoreRepository;
  readonly leadRescored: (lead: Lead) => OutgoingEvent;
}

/** Replaces a lead's provisional score, once. Does nothing without a lead or when its score is final. */
export async function rescoreLead(rescored: Rescored, { leads, leadRescored }: RescoreDependencies): Promise<void> {
  const lead = await leads.findProvisional(rescored.userId, rescored);
  if (lead === null) return;
  const changed = { ...lead, ...rescored };
  await leads.rescore(changed, lead.score, leadRescored(changed));
}
