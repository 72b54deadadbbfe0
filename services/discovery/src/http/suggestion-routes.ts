import type { KeyValue } from '@earshot/core';
import type { Route } from '@earshot/service-kit';
import type { CommunitySource } from '@earshot/sources';
import { route } from '@earshot/service-kit';
import { discoveryContract } from '@earshot/proto/http';
import { suggestCommunities } from '../domain/suggest-communities.ts';

export function suggestionRoutes(deps: { source: CommunitySource; kv: KeyValue }): Route[] {
  return [
    route(discoveryContract.suggestSubreddits, ({ query, request }) => suggestCommunities(query, deps, request.signal)),
  ];
}
