import { leadContract } from '@earshot/proto/http/lead';
import { useQuery } from '@tanstack/react-query';
import { communitiesQuery } from '../../features/communities/api/communities.ts';
import { leadListsKey } from '../../features/leads/api/list-leads.ts';
import { call } from '../../lib/api-client.ts';
import { isSample } from '../../lib/sources.ts';

/** Whether the user has communities or leads of the sample data. */
export function useHasSamples(): boolean {
  const communities = useQuery(communitiesQuery);
  const isWatched = communities.data?.some(isSample) === true;
  const newest = { source: 'sample', limit: 1 } as const;
  // Only needed if the communities do not already show it.
  const leads = useQuery({
    queryKey: [...leadListsKey, newest],
    queryFn: ({ signal }) => call(leadContract.listLeads, { query: newest, signal }),
    enabled: communities.isSuccess && !isWatched,
  });
  return isWatched || (leads.data?.total ?? 0) > 0;
}
