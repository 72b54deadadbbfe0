import type { KeyValue } from '@earshot/core';
import type { Sources } from '@earshot/sources';
import { type Route, route } from '@earshot/service-kit';
import { discoveryContract } from '@earshot/proto/http';
import type { Community } from '../domain/catalogue/community.ts';
import { suggestCommunities } from '../domain/suggest-communities.ts';

export function suggestionRoutes(deps: { sources: Sources; kv: KeyValue; communities: readonly Community[] }): Route[] {
  const { sources, kv } = deps;
  const catalogue = new Map(deps.communities.map(({ name, members }) => [name.toLowerCase(), members]));
  return [
    route(discoveryContract.suggestSubreddits, ({ query, request }) => {
      const source = sources.get(query.source ?? sources.first);
      return suggestCommunities(query, { source, kv, catalogue }, request.signal);
    }),
  ];
}
