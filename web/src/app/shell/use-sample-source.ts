import { leadContract } from '@earshot/proto/http/lead';
import type { SourceInUse } from '@earshot/proto/http/source';
import { useQuery } from '@tanstack/react-query';
import { leadListsKey } from '../../features/leads/api/list-leads.ts';
import { communitiesQuery } from '../../features/communities/api/communities.ts';
import { call } from '../../lib/api-client.ts';
import { sourceId, sourcesQuery } from '../../lib/sources.ts';

/** Returns the source whose posts come from the sandbox, if the user has communities or leads of it. */
export function useSampleSource(): SourceInUse | undefined {
  const { data: sources = [] } = useQuery(sourcesQuery);
  const communities = useQuery(communitiesQuery);
  const sample = sources.find((source) => source.sample);
  const watched = communities.data?.find((community) => community.sample);
  const newest = { source: sourceId(sample?.id), limit: 1 };
  // Only needed if the communities do not already show it.
  const leads = useQuery({
    queryKey: [...leadListsKey, newest],
    queryFn: ({ signal }) => call(leadContract.listLeads, { query: newest, signal }),
    enabled: sample !== undefined && communities.isSuccess && watched === undefined,
  });
  if (watched) return sources.find(({ id, sample: isSample }) => isSample && id === watched.source);
  return leads.data?.leads.some((lead) => lead.sample) ? sample : undefined;
}
