import { z } from 'zod';
import {
  leadRatings,
  leadSorts,
  leadsPageSize,
  type LeadStatus,
  leadStatuses,
  relevances,
  timeRanges,
} from '../values.ts';
import { choice } from './contract.ts';
import { sourceInput } from './source.ts';

/** An empty value or `all` means "no filter". */
export const filter = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === 'all' || value === '' ? undefined : value), schema.optional());

/** The problem of an `after` that does not come from the same list. */
export const positionProblem = 'after must be the next of an answer with the same filters and order';

const number = (name: string) => z.coerce.number({ error: `${name} must be a number` });

/** Filters, order and page of the list. A wrong value is answered with 400, which names the field. */
export const leadsQuery = z.object({
  subreddit: filter(z.string('subreddit must be one name').trim().max(100, 'subreddit has at most 100 characters')),
  source: filter(sourceInput),
  minScore: filter(number('minScore').min(0, 'minScore must be 0 or more').max(10, 'minScore must be 10 or less')),
  status: filter(choice('status', leadStatuses)),
  relevance: filter(choice('relevance', relevances)),
  timeRange: filter(choice('timeRange', timeRanges)),
  sortBy: filter(choice('sortBy', leadSorts)).default('recent'),
  /** Words that the title, the text or the author must contain, all of them. A text without a word is no filter. */
  q: filter(z.string('q must be a text').trim().max(200, 'q has at most 200 characters')),
  limit: number('limit')
    .int('limit must be a whole number')
    .min(1, 'limit must be 1 or more')
    .max(100, 'limit must be 100 or less')
    .default(leadsPageSize),
  page: number('page')
    .int('page must be a whole number')
    .min(1, 'page must be 1 or more')
    .max(1_000_000, 'page is too large')
    .default(1),
  /** The `next` of an answer with the same filters and order. The answer then continues after it, and `page` is ignored. */
  after: filter(z.string(positionProblem).max(300, positionProblem)),
});
export type LeadsQuery = z.infer<typeof leadsQuery>;
/** The most leads of one bulk change, and the most that `ids` names. */
export const mostPerChange = 100;

/** Ids, separated by commas: only these leads, if they match the filters. */
const ids = filter(
  z
    .string('ids must be one text')
    .transform((text) => text.split(',').map((id) => id.trim()))
    .pipe(
      z
        .array(z.string().max(100, 'ids has an entry that is no id'))
        .max(mostPerChange, `ids has at most ${mostPerChange} entries`),
    ),
);

/**
 * The list's filters, and how far a bulk change has come. `limit` is the most leads of this call: the caller that has
 * shown a number of leads changes as many, and none that was found since.
 */
export const bulkQuery = leadsQuery.omit({ page: true, sortBy: true }).extend({
  limit: leadsQuery.shape.limit.unwrap().default(mostPerChange),
  ids,
});
/** The list's filters and order, for all leads at once. */
export const exportQuery = leadsQuery.omit({ limit: true, page: true, after: true }).extend({ ids });

/** The statuses that many leads can be given at once. */
export const bulkStatuses = ['new', 'contacted', 'skipped'] as const satisfies readonly LeadStatus[];

/** One change for many leads: a status or a rating. A rating of null takes the leads' ratings back. */
export const bulkChange = z
  .object({
    status: choice('status', bulkStatuses).optional(),
    rating: z
      .enum(leadRatings, { error: `rating must be one of ${leadRatings.join(', ')} or null` })
      .nullable()
      .optional(),
  })
  .refine(({ status, rating }) => (status === undefined) !== (rating === undefined), {
    path: ['status'],
    error: 'Send either status or rating',
  });
export type BulkChange = z.infer<typeof bulkChange>;

/**
 * The result of one step of a bulk change. `changed` lists the leads that were changed, each with its values before. Others
 * had the value already, or their status does not allow it. `next` is absent if fewer leads than `limit` were left; as
 * `after`, it continues.
 */
export const bulkResult = z.object({
  changed: z.array(z.object({ id: z.string(), status: z.enum(leadStatuses), rating: z.enum(leadRatings).nullable() })),
  next: z.string().optional(),
});
export type BulkResult = z.infer<typeof bulkResult>;

/** What the scan service would judge a user's leads for now: leads that were judged for exactly this are left out. */
export const leadsToJudgeQuery = z.object({
  businessVersion: z.string(),
  threshold: z.coerce.number(),
  learnedVersion: z.string().optional(),
  after: z.string().optional(),
  limit: z.coerce.number().int(),
});
