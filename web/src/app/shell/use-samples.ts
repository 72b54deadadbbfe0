import { leadContract } from '@earshot/proto/http/lead';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { communitiesQuery } from '../../features/communities/api/communities.ts';
import { leadListsKey } from '../../features/leads/api/list-leads.ts';
import { call } from '../../lib/api-client.ts';
import { isSample } from '../../lib/sources.ts';
import { useToaster } from '../../lib/toaster-context.ts';
import { useFailureToast } from '../../lib/use-failure-toast.ts';
import { texts } from '../texts.ts';

/** With fewer, samples still show what a lead is. */
const enoughRealLeads = 3;

/** Whether the user has communities or leads of the sample data, and whether there are real leads enough to do without. */
export function useSamples(): { readonly hasSamples: boolean; readonly areEnoughReal: boolean } {
  const communities = useQuery(communitiesQuery);
  const isWatched = communities.data?.some(isSample) === true;
  const sampled = useLeadCount({ source: 'sample' }, communities.isSuccess);
  const hasSamples = isWatched || sampled > 0;
  const all = useLeadCount({}, hasSamples);
  return { hasSamples, areEnoughReal: all - sampled >= enoughRealLeads };
}

function useLeadCount(filter: { readonly source?: 'sample' }, enabled: boolean): number {
  const query = { ...filter, limit: 1 } as const;
  const { data } = useQuery({
    queryKey: [...leadListsKey, query],
    queryFn: ({ signal }) => call(leadContract.listLeads, { query, signal }),
    enabled,
  });
  return data?.total ?? 0;
}

/** Removes everything that is a sample. All that is shown is asked for again, because samples may be anywhere. */
export function useRemoveSamples() {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  const fail = useFailureToast();
  return useMutation({
    mutationFn: () => call(leadContract.removeSamples),
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      toaster.show({ kind: 'success', ...texts.sample.removed });
    },
    onError: fail(texts.sample.removeFailed),
  });
}
