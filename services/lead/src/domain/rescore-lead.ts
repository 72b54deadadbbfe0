import type { OutgoingEvent } from '@earshot/event-bus';
import type { Lead, PostRef } from './lead.ts';

/** The score that the user's model gave a post whose lead had to do with another. */
export type Rescored = PostRef & Pick<Lead, 'userId' | 'score' | 'relevance' | 'matchReason' | 'aiAnalysis'>;

export interface RescoreRepository {
  /** The lead of a post, as long as its score is provisional. */
  findProvisional(userId: string, post: PostRef): Promise<Lead | null>;
  /** Saves score, relevance, reason and analysis with the event in one write, unless the lead's score is no longer provisional. */
  rescore(lead: Lead, event: OutgoingEvent): Promise<void>;
}

export interface RescoreDependencies {
  readonly leads: RescoreRepository;
  readonly leadRescored: (lead: Lead) => OutgoingEvent;
}

/** Gives a lead its own score, once; a post without a lead, or with one that has its own score, is nothing to do. */
export async function rescoreLead(rescored: Rescored, { leads, leadRescored }: RescoreDependencies): Promise<void> {
  const lead = await leads.findProvisional(rescored.userId, rescored);
  if (lead === null) return;
  const changed = { ...lead, ...rescored };
  await leads.rescore(changed, leadRescored(changed));
}
