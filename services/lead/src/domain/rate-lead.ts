import type { OutgoingEvent } from '@earshot/event-bus';
import { appError } from '@earshot/core';
import type { LeadRating } from '@earshot/proto/values';
import type { LeadId, UserId } from '@earshot/proto/refs';
import type { Lead } from './lead.ts';

/** One rating change by a user. */
export interface RatingChange {
  readonly leadId: LeadId;
  readonly userId: UserId;
  /** null removes the rating. */
  readonly rating: LeadRating | null;
  /** The number of rating changes of the lead, including this one. */
  readonly revision: number;
}

/** The lead queries and writes that rating needs. */
export interface LeadRatingRepository {
  find(userId: UserId, id: string): Promise<Lead | null>;
  /** Saves the rating and its event in one write. Returns null when the lead was rated since the revision before. */
  rate(change: RatingChange, event: OutgoingEvent): Promise<Lead | null>;
}

export interface RatingDependencies {
  readonly leads: LeadRatingRepository;
  readonly leadRated: (change: RatingChange, lead: Lead) => OutgoingEvent;
}

/** Rates a user's lead or removes its rating. Setting the current rating changes nothing. Throws lead.not-found. */
export async function rateLead(
  { userId, leadId, rating }: Omit<RatingChange, 'revision'>,
  { leads, leadRated }: RatingDependencies,
): Promise<Lead> {
  for (;;) {
    const lead = await leads.find(userId, leadId);
    if (lead === null) throw appError('lead.not-found', { leadId });
    if (lead.rating === rating) return lead;
    const change = { leadId, userId, rating, revision: lead.ratings + 1 };
    const rated = await leads.rate(change, leadRated(change, lead));
    if (rated !== null) return rated;
  }
}
