import { sampledSite } from '@earshot/proto/values';
import { type BusinessCommunities, discoveryContract } from '@earshot/proto/http/discovery';
import type { Configuration } from '@earshot/proto/http/lead';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api-client.ts';

/** The part of the configuration that communities and searches are suggested for. */
export type DescribedBusiness = Pick<Configuration, 'businessDescription' | 'offer' | 'problems' | 'location'>;

/** Communities that fit a business, the best first. */
export function communitiesFor({ businessDescription, offer, problems, location }: DescribedBusiness) {
  const body = { businessDescription: businessDescription.trim(), offer, problems, location };
  return queryOptions({
    queryKey: [discoveryContract.rankCommunities.path, body],
    queryFn: ({ signal }) => call(discoveryContract.rankCommunities, { body, signal }),
    staleTime: 10 * 60_000,
  });
}

/** Names the communities that fit a business, but that only the real site has. */
export function notInSample(communities: BusinessCommunities['notInSample']): string {
  const labels = communities.map(({ communityLabel }) => communityLabel).join(', ');
  return `These fit too: ${labels}. Not in the sample data; connect ${sampledSite} to hear ${communities.length === 1 ? 'it' : 'them'}.`;
}
