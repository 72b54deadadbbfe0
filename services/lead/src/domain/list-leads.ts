import type { LeadsQuery } from '@earshot/proto/http/lead';
import type { Lead } from './lead.ts';

/** Filters, order and page of a user's lead list; time ranges count back from `now`. */
export interface LeadListQuery extends LeadsQuery {
  readonly now: Date;
}

/** One page, and the number of leads on all pages. */
export interface LeadListing {
  readonly leads: readonly Lead[];
  readonly total: number;
}

/** The lead queries that the list needs. */
export interface LeadListRepository {
  /** A page beyond the end is empty, with the right total. The community filter ignores case. */
  list(userId: string, wanted: LeadListQuery): Promise<LeadListing>;
}
