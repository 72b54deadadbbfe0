import type { OutgoingEvent } from '@earshot/event-bus';
import { appError } from '@earshot/core';
import type { LeadRating } from '@earshot/proto/values';
import type { Lead } from './lead.ts';

/** One thumb of a user for a lead. */
export interface RatingChange {
  readonly leadId: string;
  readonly userId: string;
  /** null takes the thumb back. */
  readonly rating: LeadRating | null;
  /** Counts the ratings of the lead, this one included. */
  readonly revision: number;
}

/** What rating needs of the leads. */
export interface LeadRatingRepository {
  find(userId: string, id: string): Promise<Lead | null>;
  /** Saves the thumb and its event in one write; null when the lead was rated since the revision before. */
  rate(change: RatingChange, event: OutgoingEvent): Promise<Lead | null>;
}

export interface RatingDependencies {
  readonly leads: LeadRatingRepository;
  readonly leadRated: (change: RatingChange, lead: Lead) => OutgoingEvent;
}

/** Gives a lead of the user a thumb, or takes it back; the one that it has already changes nothing. Throws lead.not-found. */
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
