import { discoveryContract } from '@earshot/proto/http/discovery';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** Communities that fit a description, the best first. */
export const communitiesFor = (businessDescription: string) =>
  queryOptions({
    queryKey: [discoveryContract.rankCommunities.path, businessDescription],
    queryFn: ({ signal }) => call(discoveryContract.rankCommunities, { body: { businessDescription }, signal }),
    staleTime: 10 * 60_000,
  });
