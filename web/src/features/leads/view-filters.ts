import type { LeadView, ViewFilters } from '@earshot/proto/http/lead-views';
import { allStatuses, type LeadFilters, noFilters, writeFilters } from './filters.ts';

/** What a view of this list keeps: everything but the page. Filters that mean all are left out. */
export function toView({
  q,
  community,
  source,
  minScore,
  status,
  relevance,
  timeRange,
  sortBy,
}: LeadFilters): ViewFilters {
  return {
    ...(q !== '' && { q }),
    ...(community !== '' && { subreddit: community }),
    ...(source !== '' && { source }),
    ...(minScore > 0 && { minScore }),
    ...(status !== allStatuses && { status }),
    ...(relevance !== '' && { relevance }),
    ...(timeRange !== '' && { timeRange }),
    sortBy,
  };
}

/** The first page of the list that a view describes. */
export function fromView({ filters }: Pick<LeadView, 'filters'>): LeadFilters {
  const { q, subreddit: community, source, minScore, status, relevance, timeRange, sortBy } = filters;
  return {
    q: q ?? noFilters.q,
    community: community ?? noFilters.community,
    source: source ?? noFilters.source,
    minScore: minScore ?? noFilters.minScore,
    status: status ?? allStatuses,
    relevance: relevance ?? noFilters.relevance,
    timeRange: timeRange ?? noFilters.timeRange,
    sortBy: sortBy ?? noFilters.sortBy,
    page: 1,
  };
}

/** Whether the list shows what the view describes, on any page. */
export function isShown(view: Pick<LeadView, 'filters'>, filters: LeadFilters): boolean {
  return writeFilters(fromView(view)).toString() === writeFilters({ ...filters, page: 1 }).toString();
}
