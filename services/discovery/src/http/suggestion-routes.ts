import type { KeyValue } from '@earshot/core';
import type { Route } from '@earshot/service-kit';
import type { Sources } from '@earshot/sources';
import { route } from '@earshot/service-kit';
import { discoveryContract } from '@earshot/proto/http';
import { suggestCommunities } from '../domain/suggest-communities.ts';

export function suggestionRoutes({ sources, kv }: { sources: Sources; kv: KeyValue }): Route[] {
  return [
    route(discoveryContract.suggestSubreddits, ({ query, request }) => {
      const source = sources.get(query.source ?? sources.first);
      return suggestCommunities(query, { source, kv }, request.signal);
    }),
  ];
}
