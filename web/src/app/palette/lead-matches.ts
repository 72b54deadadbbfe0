import { leadContract, type LeadList } from '@earshot/proto/http/lead';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { leadListsKey } from '../../features/leads/api/list-leads.ts';
import { longestSearch } from '../../features/leads/filters.ts';
import { call } from '../../lib/api-client.ts';

/** Leads that the palette shows. */
const most = 5;
/** A search for one letter would match nearly nothing or everything. */
const shortest = 2;

/** Whether the typed text is worth a search. */
export const isSearch = (typed: string) => typed.length >= shortest;

/** The best leads with all of these words. The key is that of lead lists, so the live channel refreshes it. */
export const leadMatchesQuery = (typed: string) => {
  const query = { q: typed.slice(0, longestSearch), sortBy: 'score-high', limit: most } as const;
  return queryOptions<LeadList>({
    queryKey: [...leadListsKey, query],
    queryFn: ({ signal }) => call(leadContract.listLeads, { query, signal }),
    enabled: isSearch(typed),
    placeholderData: keepPreviousData,
  });
};
