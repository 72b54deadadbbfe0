import type { KeyValue } from '@earshot/core';
import type { Sources } from '@earshot/sources';
import type { BusinessCommunities, RankedCommunity } from '@earshot/proto/http/discovery';
import type { SourceId } from '@earshot/proto/values';
import { communityView } from '@earshot/sources';
import { catalogueSource } from './catalogue/community.ts';
import type { CommunityFacts } from './community-facts.ts';
import { lookAt } from './community-facts.ts';
import { normalised } from './description.ts';
import type { Ranker } from './discover.ts';
import { parsedProfile } from './propose-profile.ts';
import type { SuggestedCommunity } from './suggestions.ts';
import { telling, wordsOf } from './text.ts';

const mostCommunities = 8;
/** With fewer communities, searches of another source are offered too. */
const fewestCommunities = 3;
const mostSearches = 3;
const searchedSource = 'hacker-news' satisfies SourceId;

export interface RankingDeps {
  readonly ranker: Ranker;
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
export async function rankForBusiness(description: string, deps: RankingDeps): Promise<BusinessCommunities> {
  const { suggestions } = await deps.ranker.rank(normalised(description));
  const isFilling = ({ relevance }: SuggestedCommunity) => relevance === 'low';
  const filling = suggestions.suggestions.filter(isFilling);
  const fitting = suggestions.suggestions.filter((one) => !isFilling(one));
  const most = Math.min(fitting.length, mostCommunities);
  const communities = await existing([...fitting, ...filling], most, description, deps);
  const offers = communities.length < fewestCommunities && usesSource(deps, searchedSource);
  return { communities, searches: offers ? searchesFor(description) : [] };
}

function usesSource({ sources }: RankingDeps, id: SourceId): boolean {
  return sources.all.some(({ definition }) => definition.id === id);
}

/** The first `most` that exist. Looks at as many as are missing at once, so that a good list costs no request for the rest. */
async function existing(
  ranked: readonly SuggestedCommunity[],
  most: number,
  description: string,
  deps: RankingDeps,
): Promise<RankedCommunity[]> {
  const source = deps.sources.all.find(({ definition }) => definition.id === catalogueSource);
  if (source === undefined) return [];
  const rest = [...ranked];
  const found: RankedCommunity[] = [];
  while (rest.length > 0 && found.length < most) {
    const next = rest.splice(0, most - found.length);
    const looks = await Promise.all(next.map(({ name }) => lookAt(name, { ...deps, source })));
    for (const [index, one] of next.entries()) {
      const look = looks[index] ?? 'unknown';
      if (look !== 'closed') found.push(rankedOf(one, look === 'unknown' ? null : look, description));
    }
  }
  return found;
}

function rankedOf(
  { name, members, reason }: SuggestedCommunity,
  facts: CommunityFacts | null,
  description: string,
): RankedCommunity {
  return {
    name,
    ...communityView({ source: catalogueSource, name }),
    members,
    reason,
    postsPerDay: facts?.postsPerDay ?? null,
    example: exampleOf(facts?.posts ?? [], description),
  };
}

/** The post whose title shares the most telling words with the description; the newest of equals. */
function exampleOf(posts: CommunityFacts['posts'], description: string): CommunityFacts['posts'][number] | null {
  const own = new Set(tellingStems(description));
  let best: { post: CommunityFacts['posts'][number]; shared: number } | null = null;
  for (const post of posts) {
    const shared = new Set(tellingStems(post.title).filter((stem) => own.has(stem))).size;
    if (best === null || shared > best.shared) best = { post, shared };
  }
  return best?.post ?? null;
}

function tellingStems(text: string): string[] {
  return wordsOf(text).flatMap(({ word, stem }) => (telling(word) === 1 ? [stem] : []));
}

/** Searches for what is offered and for the problems, in the user's own words; then for its most telling words. */
function searchesFor(description: string): BusinessCommunities['searches'] {
  const { offer, problems } = parsedProfile(description);
  const phrases = [offer, ...problems].map(searchWords);
  const words = wordsOf(description).flatMap(({ word }) => (telling(word) === 1 ? [word] : []));
  const searched = [...new Set([...phrases, ...words].filter((phrase) => phrase.length > 2))].slice(0, mostSearches);
  return searched.map((phrase) => ({
    name: `search:${phrase}`,
    ...communityView({ source: searchedSource, name: `search:${phrase}` }),
    reason: `Finds new posts and comments that contain "${phrase}".`,
  }));
}

/** A search finds posts with all of its words, so two telling ones are enough. */
function searchWords(phrase: string): string {
  const words = wordsOf(phrase).filter(({ word }) => telling(word) > 0);
  return words
    .slice(-2)
    .map(({ word }) => word)
    .join(' ');
}
