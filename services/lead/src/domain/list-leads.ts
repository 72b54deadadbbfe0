import type { LeadsQuery } from '@earshot/proto/http/lead';
import type { LeadSort } from '@earshot/proto/values';
import type { LeadId, UserId } from '@earshot/proto/refs';
import { openRank } from './list-keys.ts';
import type { Lead } from './lead.ts';

/** By which stored value a list is sorted, and whether the values rise (1) or fall (-1). */
export interface Order {
  readonly field: 'createdAt' | 'score' | 'openRank';
  readonly direction: 1 | -1;
  /** The value of a lead; times in milliseconds. */
  valueOf(lead: Lead): number;
}

const byTime = { field: 'createdAt', valueOf: ({ createdAt }: Lead) => createdAt.getTime() } as const;
const byScore = { field: 'score', valueOf: ({ score }: Lead) => score } as const;
const orders: Record<LeadSort, Order> = {
  recent: { ...byTime, direction: -1 },
  oldest: { ...byTime, direction: 1 },
  'score-high': { ...byScore, direction: -1 },
  'score-low': { ...byScore, direction: 1 },
  open: { field: 'openRank', direction: -1, valueOf: openRank },
};

/** The order of a list. Among leads of one status, `open` is the order by score, which has an index for each status. */
export function orderOf({ sortBy, status }: Pick<LeadsQuery, 'sortBy' | 'status'>): Order {
  return orders[sortBy === 'open' && status !== undefined ? 'score-high' : sortBy];
}

/** A place in an ordered list: the value by which a lead is sorted (times in milliseconds), and the lead's id. */
export interface Position {
  readonly value: number;
  readonly id: LeadId;
  /** The lead before it had another value when the page was read. */
  readonly alone: boolean;
}

/** The place of a lead in a list with this order. `before` is the lead before it, if known. */
export function positionOf(lead: Lead, before: Lead | undefined, { valueOf }: Order): Position {
  const value = valueOf(lead);
  return { value, id: lead.id, alone: before !== undefined && valueOf(before) !== value };
}

/** Filters, order and page of a user's lead list; time ranges count back from `now`. */
export interface LeadListQuery extends Omit<LeadsQuery, 'after'> {
  readonly now: Date;
  /** Only these leads, if given. */
  readonly ids?: readonly string[] | undefined;
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
  list(userId: UserId, wanted: LeadListQuery): Promise<LeadListing>;
  /** The given leads that are the user's. */
  findSome(userId: UserId, ids: readonly string[]): Promise<Lead[]>;
}
