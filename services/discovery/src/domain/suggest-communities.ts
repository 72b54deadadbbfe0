import { type KeyValue, unlessAway } from '@earshot/core';
import { type CommunityAbout, communityView, type Source } from '@earshot/sources';
import type { SubredditSuggestion } from '@earshot/proto/http/discovery';
import { z } from 'zod';
import { hasCatalogue } from './catalogue/community.ts';

/**
 * How long search results are cached: communities change slowly, and each search uses one request of the installation's
 * rate limit.
 */
const keptMs = 10 * 60_000;

const cachedCommunities = z.array(
  z.object({
    name: z.string(),
    displayName: z.string(),
    title: z.string(),
    description: z.string(),
    subscribers: z.number().int().nullable(),
    isNsfw: z.boolean(),
  }),
);

/** The source whose communities are suggested, and the cache. */
export interface SuggestDeps {
  readonly source: Pick<Source, 'definition' | 'read'>;
  readonly kv: Pick<KeyValue, 'get' | 'set'>;
  /** The catalogue's member counts, by name in lower case. */
  readonly catalogue: ReadonlyMap<string, number | null>;
}

/** The most searches in one query; each uses one request of the installation's rate limit. */
const mostSearches = 4;

/**
 * Suggests at most `limit` communities of a source for a query. Uses the source's search, or else filters the source's
 * list of suggestions. Commas separate searches, at most four, whose results are mixed: the best of each come first.
 * Throws the source's errors, which are not cached.
 */
export async function suggestCommunities(
  wanted: { query: string; limit: number },
  deps: SuggestDeps,
  signal?: AbortSignal,
): Promise<SubredditSuggestion[]> {
  const { definition, read } = deps.source;
  const queries = wanted.query.split(',').flatMap((part) => part.trim() || []);
  const searches = queries.slice(0, mostSearches).map(async (query) => {
    const one = { ...wanted, query };
    return read.searchCommunities === undefined ? ownSuggestions(one, deps) : search(one, deps, signal);
  });
  const found = mixed(await Promise.all(searches)).slice(0, wanted.limit);
  return found.map(({ name, ...about }) => ({
    name,
    ...communityView({ source: definition.id, name }),
    ...about,
    subscribers: membersOf({ name, subscribers: about.subscribers }, deps),
  }));
}

/** The site's count, else the catalogue's. The sandbox invents its counts, so the catalogue's replace them. */
function membersOf(about: Pick<CommunityAbout, 'name' | 'subscribers'>, { source, catalogue }: SuggestDeps) {
  const { id } = source.definition;
  const known = hasCatalogue(id) ? (catalogue.get(about.name.toLowerCase()) ?? null) : null;
  return source.definition.isSample ? (known ?? about.subscribers) : (about.subscribers ?? known);
}

/** The first of each list, then the second of each; every community once. */
function mixed(lists: readonly CommunityAbout[][]): CommunityAbout[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  const all = Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
  return [...new Map(all.map((about) => [about.name.toLowerCase(), about])).values()];
}

function ownSuggestions({ query, limit }: { query: string; limit: number }, { source }: SuggestDeps): CommunityAbout[] {
  const { label, suggestions } = source.definition.community;
  const words = query.toLowerCase();
  return suggestions
    .map((name) => ({ name, displayName: label(name) }))
    .filter(({ name, displayName }) => `${name} ${displayName}`.toLowerCase().includes(words))
    .slice(0, limit)
    .map((one) => ({ ...one, title: one.displayName, description: '', subscribers: null, isNsfw: false }));
}

/** Searches the source, and caches the result for ten minutes. */
async function search(
  wanted: { query: string; limit: number },
  { source, kv }: SuggestDeps,
  signal?: AbortSignal,
): Promise<CommunityAbout[]> {
  const query = wanted.query.toLowerCase().replace(/\s+/g, ' ');
  const key = `suggestions:${source.definition.id}:${wanted.limit}:${query}`;
  const known = await unlessAway(
    () => kv.get(key),
    () => null,
  );
  if (known !== null) return cachedCommunities.parse(JSON.parse(known));
  const found = (await source.read.searchCommunities?.(query, wanted.limit, signal)) ?? [];
  const suggestions = found.slice(0, wanted.limit);
  await unlessAway(
    () => kv.set(key, JSON.stringify(suggestions), { ttlMs: keptMs }),
    () => undefined,
  );
  return suggestions;
}
