import { AppError, type KeyValue } from '@earshot/core';
import type { BusinessCommunities, RankedCommunity } from '@earshot/proto/http/discovery';
import { sampledSource, type SourceId } from '@earshot/proto/values';
import { communityView, newestPosts, type Source, type Sources } from '@earshot/sources';
import { communityOf, places } from './catalogue/places.ts';
import { type CommunityFacts, lookAt, membersShown } from './community-facts.ts';
import type { Ranker } from './discover.ts';
import { withLocal } from './local-communities.ts';
import { type SearchedFor, searchesFor } from './searches.ts';
import type { SuggestedCommunity, Suggestions } from './suggestions.ts';

const mostCommunities = 8;
const fewestCommunities = 3;
const mostSearches = 3;
/** Each costs a request of a small budget before it is offered. */
const mostPlaces = 4;
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
  /** Suggests places of the catalogue by their titles. */
  readonly rankPlaces: (description: string) => Promise<Suggestions>;
  /** Suggestions by words alone. */
  readonly byWords: (description: string) => Suggestions;
  readonly sources: Pick<Sources, 'all'>;
  readonly kv: Pick<KeyValue, 'get' | 'set'>;
  readonly now: () => Date;
}

/**
 * Communities for a business in the order of the ranker, without those that do not exist or that not everybody can read.
 * A community whose source does not answer stays, without figures. Nothing is stored or counted, unlike a visitor's search.
 */
export async function rankForBusiness(business: Business, deps: RankingDeps): Promise<BusinessCommunities> {
  const { businessDescription: description } = business;
  const ranked = (await deps.ranker.rank(description.trim())).suggestions.suggestions;
  // The sandbox has few communities, so those that fit by words alone fill the list.
  const far = deps.byWords(description).suggestions.filter(isNotIn(ranked));
  const [real, sample] = [sourceOf(deps, sampledSource), sourceOf(deps, 'sample')];
  const words = searchesFor(description, business, mostSearches);
  const [found, sampled, searches, offeredPlaces] = await Promise.all([
    existing(offered(business, ranked), { ...deps, source: real }),
    existing(offered(business, ranked, far), { ...deps, source: sample }),
    searchesOf(words, deps),
    placesOf(description, words[0], deps),
  ]);
  return {
    communities: found.communities,
    samples: sampled.communities,
    notInSample: real === undefined ? sampled.closed.map((one) => viewIn('sample', one)) : [],
    searches,
    places: offeredPlaces,
  };
}

/** What is looked at in its order, and how many are offered at most. */
interface Offer {
  readonly fitting: readonly SuggestedCommunity[];
  /**
   * Those that the ranker only shows to fill its list take the place of better ones that do not exist, and are left out
   * otherwise.
   */
  readonly filling: readonly SuggestedCommunity[];
  readonly most: number;
}

function offered(
  { location }: Business,
  ranked: readonly SuggestedCommunity[],
  far: readonly SuggestedCommunity[] = [],
): Offer {
  const isFilling = ({ relevance }: SuggestedCommunity) => relevance === 'low';
  const fitting = withLocal(
    ranked.filter((one) => !isFilling(one)),
    location,
    mostCommunities,
  );
  // A scan needs communities, and the user chooses; where nothing fits, none is better than a wrong one.
  const most = fitting.length === 0 ? 0 : Math.min(Math.max(fitting.length, fewestCommunities), mostCommunities);
  return { fitting, filling: [...ranked.filter(isFilling), ...far], most };
}

function isNotIn(all: readonly SuggestedCommunity[]): (one: SuggestedCommunity) => boolean {
  const names = new Set(all.map(({ name }) => name));
  return ({ name }) => !names.has(name);
}

function sourceOf({ sources }: RankingDeps, id: SourceId): Source | undefined {
  return sources.all.find(({ definition }) => definition.id === id);
}

function viewIn(source: SourceId, { name }: SuggestedCommunity) {
  return { name, ...communityView({ source, name }) };
}

/** The searches for these words at each site, with whether the site answers. */
async function searchesOf(all: readonly string[], deps: RankingDeps): Promise<BusinessCommunities['searches']> {
  const offered = searchedSources.map(async (id) => {
    const source = sourceOf(deps, id);
    const [first] = all;
    if (source === undefined || first === undefined) return [];
    const isReady = await answers(source, searchName(first));
    return all.map((words) => {
      const name = searchName(words);
      const reason = `Finds new posts and comments that contain "${words}".`;
      return { name, ...communityView({ source: id, name }), reason, isReady };
    });
  });
  return (await Promise.all(offered)).flat();
}

/**
 * Forums, tags and feeds of the catalogue that fit, without those that are closed now. A place whose site does not answer
 * stays and is not ready.
 */
async function placesOf(
  description: string,
  words: string | undefined,
  deps: RankingDeps,
): Promise<BusinessCommunities['places']> {
  const { suggestions } = await deps.rankPlaces(description.trim());
  const fitting = suggestions.flatMap(({ name: title, relevance, reason }) => {
    const place = relevance === 'low' ? undefined : places.get(title);
    const source = place && sourceOf(deps, place.source);
    const community = place && communityOf(place, words);
    if (place === undefined || !source || !community) return [];
    const searched = place.source === 'discourse' ? ` Earshot searches it for "${words}".` : '';
    return [{ source, community, title, reason: `${reason}${searched}` }];
  });
  const looked = fitting.slice(0, mostPlaces).map(async ({ source, community, title, reason }) => {
    const look = await lookAt(community.name, { ...deps, source });
    if (look === 'closed') return [];
    const facts = look === 'unknown' ? null : look;
    return [
      {
        name: community.name,
        ...communityView(community),
        title,
        reason,
        ...figuresOf(facts),
        isReady: facts !== null,
      },
    ];
  });
  return (await Promise.all(looked)).flat();
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
 * The first `most` that exist at a source, and the fitting ones before them that do not. Looks at as many as are missing at
 * once, so that a good list costs no request for the rest. Nothing if the source is not in use.
 */
async function existing(
  { fitting, filling, most }: Offer,
  { source, ...deps }: RankingDeps & { readonly source: Source | undefined },
): Promise<{ communities: RankedCommunity[]; closed: SuggestedCommunity[] }> {
  const rest = [...fitting, ...filling];
  const found: RankedCommunity[] = [];
  const closed: SuggestedCommunity[] = [];
  while (source !== undefined && rest.length > 0 && found.length < most) {
    const next = rest.splice(0, most - found.length);
    const looks = await Promise.all(next.map(({ name }) => lookAt(name, { ...deps, source })));
    for (const [index, one] of next.entries()) {
      const look = looks[index] ?? 'unknown';
      if (look !== 'closed') found.push(rankedOf(one, source.definition.id, look === 'unknown' ? null : look));
      else if (fitting.includes(one)) closed.push(one);
    }
  }
  return { communities: found, closed };
}

function rankedOf(one: SuggestedCommunity, source: SourceId, facts: CommunityFacts | null): RankedCommunity {
  return {
    ...viewIn(source, one),
    members: membersShown(one, facts ?? 'unknown'),
    reason: one.reason,
    ...figuresOf(facts),
  };
}

function figuresOf(facts: CommunityFacts | null): Pick<RankedCommunity, 'postsPerDay' | 'newestPost'> {
  return { postsPerDay: facts?.postsPerDay ?? null, newestPost: facts?.posts[0] ?? null };
}
