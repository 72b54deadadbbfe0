import type { KeyValue } from '@earshot/core';
import type { CommunitySource } from '@earshot/sources';
import { unlessAway } from '@earshot/core';
import type { SubredditSuggestion } from '@earshot/proto/http/discovery';
import { subredditSuggestion } from '@earshot/proto/http/discovery';
import { z } from 'zod';

/** Communities change slowly, and every search costs one request of the installation's budget. */
const keptMs = 10 * 60_000;

const kept = z.array(subredditSuggestion);

/**
 * Communities that the source finds for a query, at most `limit`; the same question within ten minutes is not asked
 * again. Throws the source's errors, which are not kept.
 */
export async function suggestCommunities(
  wanted: { query: string; limit: number },
  deps: { source: Pick<CommunitySource, 'searchCommunities'>; kv: Pick<KeyValue, 'get' | 'set'> },
  signal?: AbortSignal,
): Promise<SubredditSuggestion[]> {
  const query = wanted.query.toLowerCase().replace(/\s+/g, ' ');
  const key = `suggestions:${wanted.limit}:${query}`;
  const known = await unlessAway(
    () => deps.kv.get(key),
    () => null,
  );
  if (known !== null) return kept.parse(JSON.parse(known));
  const found = await deps.source.searchCommunities(query, wanted.limit, signal);
  const suggestions = found.slice(0, wanted.limit).map((about) => ({ ...about }));
  await unlessAway(
    () => deps.kv.set(key, JSON.stringify(suggestions), { ttlMs: keptMs }),
    () => undefined,
  );
  return suggestions;
}
