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

/** What the address says about the list of leads; an absent choice means all. */
export interface LeadFilters {
  readonly subreddit: string;
  readonly source: SourceId | '';
  /** 0 for any score. */
  readonly minScore: number;
  readonly status: LeadStatus | '';
  readonly relevance: Relevance | '';
  readonly timeRange: TimeRange | '';
  readonly sortBy: LeadSort;
  readonly page: number;
}

export const noFilters: LeadFilters = {
  subreddit: '',
  source: '',
  minScore: 0,
  status: '',
  relevance: '',
  timeRange: '',
  sortBy: 'recent',
  page: 1,
};

export const minScores: readonly number[] = [5, 6, 7, 8, 9];

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | '' =>
  values.find((value) => value === text) ?? '';

const wholeNumber = (text: string | null, least: number) => {
  const value = Number(text ?? '');
  return Number.isSafeInteger(value) && value >= least ? value : null;
};

/** A score above 0 and up to 10, also with a fraction; 0 where it is none. */
const scoreOf = (text: string | null) => {
  const value = Number(text ?? '');
  return value > 0 && value <= 10 ? value : 0;
};

/** Reads the address; what it does not understand counts as absent. */
export function readFilters(search: URLSearchParams): LeadFilters {
  return {
    subreddit: search.get('subreddit') ?? '',
    source: oneOf(sourceIds, search.get('source')),
    minScore: scoreOf(search.get('minScore')),
    status: oneOf(leadStatuses, search.get('status')),
    relevance: oneOf(relevances, search.get('relevance')),
    timeRange: oneOf(timeRanges, search.get('timeRange')),
    sortBy: oneOf(leadSorts, search.get('sortBy')) || 'recent',
    page: wholeNumber(search.get('page'), 1) ?? 1,
  };
}

/** Writes the address: only what differs from the defaults. */
export function writeFilters(filters: LeadFilters): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (Object.entries(noFilters).every(([key, absent]) => key !== name || absent !== value))
      search.set(name, String(value));
  }
  return search;
}

/** What the server is asked for: a score only when it is above 0, and nothing that means all. */
export function listWish({ page: _page, minScore, ...others }: LeadFilters) {
  return { ...others, ...(minScore > 0 ? { minScore } : {}) };
}

/** How many filters narrow the list (sort and page do not). */
export function narrowings({ subreddit, source, minScore, status, relevance, timeRange }: LeadFilters): number {
  const choices = [subreddit, source, status, relevance, timeRange];
  return [minScore > 0, ...choices.map((value) => value !== '')].filter(Boolean).length;
}

/** Whether anything narrows the list. */
export const isNarrowed = (filters: LeadFilters) => narrowings(filters) > 0;
