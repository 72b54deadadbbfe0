import { AppError, type KeyValue } from '@earshot/core';
import type { BusinessCommunities, RankedCommunity } from '@earshot/proto/http/discovery';
import type { SourceId } from '@earshot/proto/values';
import { communityView, newestPosts, type Source, type Sources } from '@earshot/sources';
import { catalogueSource } from './catalogue/community.ts';
import { type CommunityFacts, lookAt } from './community-facts.ts';
import type { Ranker } from './discover.ts';
import { withLocal } from './local-communities.ts';
import { type SearchedFor, searchesFor } from './searches.ts';
import type { SuggestedCommunity, Suggestions } from './suggestions.ts';

const mostCommunities = 8;
/** With fewer communities, searches of other sources are offered too. */
const fewestCommunities = 3;
const mostSearches = 3;
/** Sources that need no key and are searched by words. GitHub is left out, because it does not welcome offers. */
const searchedSources = ['hacker-news', 'bluesky'] as const satisfies readonly SourceId[];
/** A site that takes longer counts as one that does not answer. */
const readyMs = 3_000;

/** A business as its user describes it. */
export interface Business extends SearchedFor {
  readonly businessDescription: string;
  /** Where it works; communities of the place are offered too. */
  readonly location?: string | undefined;
}

export interface RankingDeps {
  readonly ranker: Ranker;
  /** Suggestions by words alone. In the sandbox, which has few communities, they fill the list. */
  readonly byWords: (description: string) => Suggestions;
  readonly sources: Pick<Sources, 'all'>;
  readonly kv: Pick<KeyValue, 'get' | 'set'>;
  readonly now: () => Date;
}

/**
 * Communities for a business in the order of the ranker, without those that do not exist or that not everybody can read.
 * Those that the ranker only shows to fill its list take the place of better ones that do not exist, as in the sandbox,
 * and are left out otherwise. A community whose source does not answer stays, without figures. Nothing is stored or
 * counted, unlike a visitor's search.
 */
export async function rankForBusiness(business: Business, deps: RankingDeps): Promise<BusinessCommunities> {
  const { businessDescription: description } = business;
  const isSample = sourceOf(deps, catalogueSource)?.sample ?? false;
  const all = (await deps.ranker.rank(description.trim())).suggestions.suggestions;
  const far = isSample ? deps.byWords(description).suggestions.filter(isNotIn(all)) : [];
  const isFilling = ({ relevance }: SuggestedCommunity) => relevance === 'low';
  const filling = [...all.filter(isFilling), ...far];
  const ranked = all.filter((one) => !isFilling(one));
  const fitting = withLocal(ranked, business.location, mostCommunities);
  // A scan needs communities, and the user chooses; where nothing fits, none is better than a wrong one.
  const most = fitting.length === 0 ? 0 : Math.min(Math.max(fitting.length, fewestCommunities), mostCommunities);
  const searching = () => searchesOf(searchesFor(description, business, mostSearches), deps);
  const [{ communities, closed }, early] = await Promise.all([
    existing([...fitting, ...filling], most, deps),
    isSample ? searching() : null,
  ]);
  // Sites are asked only for searches that are offered.
  const searches = early ?? (communities.length < fewestCommunities ? await searching() : []);
  return {
    communities,
    sample: isSample,
    notInSample: isSample ? closed.filter((one) => !filling.includes(one)).map(viewOf) : [],
    searches,
  };
}

function isNotIn(all: readonly SuggestedCommunity[]): (one: SuggestedCommunity) => boolean {
  const names = new Set(all.map(({ name }) => name));
  return ({ name }) => !names.has(name);
}

function sourceOf({ sources }: RankingDeps, id: SourceId): Source | undefined {
  return sources.all.find(({ definition }) => definition.id === id);
}

function viewOf({ name }: SuggestedCommunity) {
  return { name, ...communityView({ source: catalogueSource, name }) };
}

/** The searches for these words at each site, with whether the site answers. */
async function searchesOf(all: readonly string[], deps: RankingDeps): Promise<BusinessCommunities['searches']> {
  const offered = searchedSources.map(async (id) => {
    const source = sourceOf(deps, id);
    const [first] = all;
    if (source === undefined || source.sample || first === undefined) return [];
    const isReady = await answers(source, searchName(first));
    return all.map((words) => {
      const name = searchName(words);
      const reason = `Finds new posts and comments that contain "${words}".`;
      return { name, ...communityView({ source: id, name }), reason, isReady };
    });
  });
  return (await Promise.all(offered)).flat();
}

const searchName = (words: string) => `search:${words}`;

/** Whether the site of a source answers now. */
async function answers({ read }: Source, search: string): Promise<boolean> {
  const signal = AbortSignal.timeout(readyMs);
  try {
    await (read.ping === undefined ? newestPosts(read, { community: search, limit: 1 }, signal) : read.ping(signal));
    return true;
  } catch (error) {
    if (error instanceof AppError || signal.aborted) return false;
    throw error;
  }
}

/**
 * The first `most` that exist, and those before them that do not. Looks at as many as are missing at once, so that a good
 * list costs no request for the rest.
 */
async function existing(
  ranked: readonly SuggestedCommunity[],
  most: number,
  deps: RankingDeps,
): Promise<{ communities: RankedCommunity[]; closed: SuggestedCommunity[] }> {
  const source = sourceOf(deps, catalogueSource);
  const rest = [...ranked];
  const found: RankedCommunity[] = [];
  const closed: SuggestedCommunity[] = [];
  while (source !== undefined && rest.length > 0 && found.length < most) {
    const next = rest.splice(0, most - found.length);
    const looks = await Promise.all(next.map(({ name }) => lookAt(name, { ...deps, source })));
    for (const [index, one] of next.entries()) {
      const look = looks[index] ?? 'unknown';
      if (look === 'closed') closed.push(one);
      else found.push(rankedOf(one, look === 'unknown' ? null : look));
    }
  }
  return { communities: found, closed };
}

function rankedOf(one: SuggestedCommunity, facts: CommunityFacts | null): RankedCommunity {
  return {
    ...viewOf(one),
    members: one.members,
    reason: one.reason,
    postsPerDay: facts?.postsPerDay ?? null,
    newestPost: facts?.posts[0] ?? null,
  };
}
