import type { LeadsQuery } from '@earshot/proto/http/lead';
import type { Lead } from './lead.ts';

/** The fields of an exported lead, in the order of the columns. */
export const exportedFields = [
  'id',
  'title',
  'subreddit',
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

export type ExportedLead = Pick<Lead, (typeof exportedFields)[number]>;

/** Which leads, and their order, as of the list; ranges of time count back from `now`. */
export interface LeadExportWish extends Omit<LeadsQuery, 'limit' | 'page'> {
  readonly now: Date;
}

/** What the export needs of the leads. */
export interface LeadExportRepository {
  /**
   * All that the list would show on all its pages, read as it is taken: memory does not grow with their number.
   * Whoever leaves the loop ends the reading.
   */
  all(userId: string, wish: LeadExportWish): AsyncIterable<ExportedLead>;
}
