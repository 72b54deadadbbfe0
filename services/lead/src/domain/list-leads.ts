import type { LeadsQuery } from '@earshot/proto/http/lead';
import type { LeadSort } from '@earshot/proto/values';
import type { Lead } from './lead.ts';

/** The field by which each order sorts, and whether its values rise (1) or fall (-1). */
export const orders = {
  recent: { field: 'createdAt', direction: -1 },
  oldest: { field: 'createdAt', direction: 1 },
  'score-high': { field: 'score', direction: -1 },
  'score-low': { field: 'score', direction: 1 },
} as const satisfies Record<LeadSort, { field: keyof Lead; direction: 1 | -1 }>;

/** A place in an ordered list: the value by which a lead is sorted (times in milliseconds), and the lead's id. */
export interface Position {
  readonly value: number;
  readonly id: string;
  /** The lead before it had another value when the page was read. */
  readonly alone: boolean;
}

/** The place of a lead in a list with this order. `before` is the lead before it, if known. */
export function positionOf(lead: Lead, before: Lead | undefined, sortBy: LeadSort): Position {
  const { field } = orders[sortBy];
  const value = Number(lead[field]);
  return { value, id: lead.id, alone: before !== undefined && Number(before[field]) !== value };
}

/** Filters, order and page of a user's lead list; time ranges count back from `now`. */
export interface LeadListQuery extends Omit<LeadsQuery, 'after'> {
  readonly now: Date;
  /** Lists the leads that follow this place, whatever `page` says. */
  readonly after: Position | null;
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
