import type { LeadsQuery } from '@earshot/proto/http/lead';
import type { Lead } from './lead.ts';

/** What of a user's leads is wanted; ranges of time count back from `now`. */
export interface LeadListWish extends LeadsQuery {
  readonly now: Date;
}

/** One page, and how many leads all pages hold. */
export interface LeadListing {
  readonly leads: readonly Lead[];
  readonly total: number;
}

/** What the list needs of the leads. */
export interface LeadListRepository {
  /** A page beyond the end is empty, with the right total. The community filter ignores case. */
  list(userId: string, wish: LeadListWish): Promise<LeadListing>;
}
