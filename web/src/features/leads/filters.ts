import {
  type LeadSort,
  leadSorts,
  type LeadStatus,
  leadStatuses,
  type Relevance,
  relevances,
  type SourceId,
  sourceIds,
  type TimeRange,
  timeRanges,
} from '@earshot/proto/values';

/** The state of the lead list in the address; absent filters mean all, except that of the status, which means new. */
export interface LeadFilters {
  /** The words that a lead must contain; empty for no search. */
  readonly q: string;
  readonly community: string;
  readonly source: SourceId | '';
  /** 0 for any score. */
  readonly minScore: number;
  readonly status: LeadStatus | typeof allStatuses;
  readonly relevance: Relevance | '';
  readonly timeRange: TimeRange | '';
  readonly sortBy: LeadSort;
  readonly page: number;
}

/** The value of the status filter that hides no lead, as in the API. */
export const allStatuses = 'all';

/** The default view: the leads that the user has not dealt with. */
export const noFilters: LeadFilters = {
  q: '',
  community: '',
  source: '',
  minScore: 0,
  status: 'new',
  relevance: '',
  timeRange: '',
  sortBy: 'open',
  page: 1,
};

export const minScores: readonly number[] = [5, 6, 7, 8, 9];

/** Characters of a search. */
export const longestSearch = 200;

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | '' =>
  values.find((value) => value === text) ?? '';

const wholeNumber = (text: string | null, least: number) => {
  const value = Number(text ?? '');
  return Number.isSafeInteger(value) && value >= least ? value : null;
};

/** A score above 0 and up to 10, possibly with a fraction; 0 if the text is not a score. */
const scoreOf = (text: string | null) => {
  const value = Number(text ?? '');
  return value > 0 && value <= 10 ? value : 0;
};

/** Its name in addresses, which the specification defines. */
const communityParameter = 'subreddit';

/** Parses the address; unknown values count as absent. */
export function readFilters(search: URLSearchParams): LeadFilters {
  return {
    q: (search.get('q') ?? '').trim().slice(0, longestSearch),
    community: search.get(communityParameter) ?? '',
    source: oneOf(sourceIds, search.get('source')),
    minScore: scoreOf(search.get('minScore')),
    status: oneOf([...leadStatuses, allStatuses], search.get('status')) || noFilters.status,
    relevance: oneOf(relevances, search.get('relevance')),
    timeRange: oneOf(timeRanges, search.get('timeRange')),
    sortBy: oneOf(leadSorts, search.get('sortBy')) || noFilters.sortBy,
    page: wholeNumber(search.get('page'), 1) ?? 1,
  };
}

/** Returns the query for the address; defaults are left out. */
export function writeFilters(filters: LeadFilters): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (Object.entries(noFilters).every(([key, absent]) => key !== name || absent !== value))
      search.set(name === 'community' ? communityParameter : name, String(value));
  }
  return search;
}

/** The query for the server: leaves out a minimum score of 0 and every filter that means all. */
export function listQuery({ page: _page, minScore, community, ...others }: LeadFilters) {
  return { ...others, subreddit: community, ...(minScore > 0 ? { minScore } : {}) };
}

/** The number of filters that differ from the default view; sort order and page do not count. */
export function narrowings({ q, community, source, minScore, status, relevance, timeRange }: LeadFilters): number {
  const choices = [q, community, source, relevance, timeRange];
  return [minScore > 0, status !== noFilters.status, ...choices.map((value) => value !== '')].filter(Boolean).length;
}

/** Whether the list differs from the default view. */
export const isNarrowed = (filters: LeadFilters) => narrowings(filters) > 0;
