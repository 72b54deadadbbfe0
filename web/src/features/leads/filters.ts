import {
  type LeadSort,
  leadSorts,
  type LeadStatus,
  leadStatuses,
  type Relevance,
  relevances,
  type TimeRange,
  timeRanges,
} from '@earshot/proto/values';

/** What the address says about the list of leads; an absent choice means all. */
export interface LeadFilters {
  readonly subreddit: string;
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
  minScore: 0,
  status: '',
  relevance: '',
  timeRange: '',
  sortBy: 'recent',
  page: 1,
};

export const minScores = [5, 6, 7, 8, 9] as const;

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | '' =>
  values.find((value) => value === text) ?? '';

const wholeNumber = (text: string | null, least: number) => {
  const value = Number(text ?? '');
  return Number.isSafeInteger(value) && value >= least ? value : null;
};

/** Reads the address; what it does not understand counts as absent. */
export function readFilters(search: URLSearchParams): LeadFilters {
  const minScore = wholeNumber(search.get('minScore'), 1);
  return {
    subreddit: search.get('subreddit') ?? '',
    minScore: minScore !== null && minScore <= 10 ? minScore : 0,
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

/** Whether anything narrows the list (sort and page do not). */
export function isNarrowed(filters: LeadFilters): boolean {
  const { subreddit, minScore, status, relevance, timeRange } = filters;
  return minScore > 0 || [subreddit, status, relevance, timeRange].some((value) => value !== '');
}
