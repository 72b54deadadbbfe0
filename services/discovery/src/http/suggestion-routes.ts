import type { CommunitySource, KeyValue, Route } from '@earshot/platform';
import { route } from '@earshot/platform';
import { discoveryContract } from '@earshot/proto/http';
import { suggestCommunities } from '../domain/suggest-communities.ts';

export function suggestionRoutes(deps: { source: CommunitySource; kv: KeyValue }): Route[] {
  return [
    route(discoveryContract.suggestSubreddits, ({ query, request }) => suggestCommunities(query, deps, request.signal)),
  ];
}
