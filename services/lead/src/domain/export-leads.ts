import type { LeadsQuery } from '@earshot/proto/http/lead';
import type { UserId } from '@earshot/proto/refs';
import type { Lead } from './lead.ts';

/** The fields of an exported lead, in the order of the columns. */
export const exportedFields = [
  'id',
  'title',
  'community',
  'author',
  'score',
  'relevance',
  'status',
  'matchReason',
  'url',
  'createdAt',
  'postCreatedAt',
  'source',
] as const satisfies readonly (keyof Lead)[];

/** The values of an exported lead. `removed` decides what stands in place of the title. */
export type ExportedLead = Pick<Lead, (typeof exportedFields)[number] | 'removed'>;

/** Filters and order as in the list; time ranges count back from `now`. */
export interface ExportQuery extends Omit<LeadsQuery, 'limit' | 'page' | 'after'> {
  /** Only these leads, if given. */
  readonly ids?: readonly string[] | undefined;
  readonly now: Date;
}

/** The lead queries that the export needs. */
export interface LeadExportRepository {
  /**
   * All leads of all pages of the list, read on demand, so memory does not grow with their number. Leaving the loop
   * closes the cursor.
   */
  all(userId: UserId, query: ExportQuery): AsyncIterable<ExportedLead>;
}
