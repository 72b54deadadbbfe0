import { z } from 'zod';
import { limits, longest } from '../limits.ts';
import { leadSorts, leadStatuses, relevances, timeRanges } from '../values.ts';
import { choice, endpointOf, idParams, noContent, timestamp } from './contract.ts';
import { sourceInput } from './source.ts';

const endpoint = endpointOf('lead');

const viewName = z
  .string('name must be text')
  .regex(/\S/, 'A view needs a name')
  .trim()
  .max(longest.viewName, `The name of a view has at most ${longest.viewName} characters`);

/** The filters, the search and the order of the list of leads, as its query has them. An absent filter means all. */
export const viewFilters = z.object({
  q: z.string('q must be a text').trim().max(200, 'q has at most 200 characters').optional(),
  subreddit: z.string('subreddit must be one name').trim().max(100, 'subreddit has at most 100 characters').optional(),
  source: sourceInput.optional(),
  minScore: z
    .number('minScore must be a number')
    .min(0, 'minScore must be 0 or more')
    .max(10, 'minScore must be 10 or less')
    .optional(),
  status: choice('status', leadStatuses).optional(),
  relevance: choice('relevance', relevances).optional(),
  timeRange: choice('timeRange', timeRanges).optional(),
  sortBy: choice('sortBy', leadSorts).optional(),
});
export type ViewFilters = z.infer<typeof viewFilters>;

/** A saved view of the list of leads. */
export const leadView = z.object({ id: z.string(), name: z.string(), filters: viewFilters, createdAt: timestamp });
export type LeadView = z.infer<typeof leadView>;

/** A new view. Names are unique per account; letter case does not matter. Unknown filters are refused. */
const viewForm = z.object({ name: viewName, filters: viewFilters.strict() });
/** Absent fields keep their value. */
const viewChange = viewForm.partial();

/** The saved views of a user. */
export const viewContract = {
  listViews: endpoint({
    summary: 'The saved views of the list of leads, in the order in which they were saved',
    method: 'GET',
    path: '/api/lead-views',
    response: z.array(leadView),
  }),
  addView: endpoint({
    summary: `Saves a view of the list of leads; an account has at most ${limits.savedViews.most}`,
    method: 'POST',
    path: '/api/lead-views',
    body: viewForm,
    statuses: [201],
    response: leadView,
    errors: ['view.name-taken', 'view.limit'],
  }),
  changeView: endpoint({
    summary: 'Renames a saved view, or replaces its filters',
    method: 'PATCH',
    path: '/api/lead-views/:id',
    params: idParams,
    body: viewChange,
    response: leadView,
    errors: ['view.not-found', 'view.name-taken'],
  }),
  deleteView: endpoint({
    summary: 'Deletes a saved view',
    method: 'DELETE',
    path: '/api/lead-views/:id',
    params: idParams,
    statuses: [204],
    response: noContent,
    errors: ['view.not-found'],
  }),
};
