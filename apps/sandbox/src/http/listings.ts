import { LISTING_END } from '../domain/listing.ts';
import { hotness, rising, sinceOf, sortedBy } from '../domain/ranking.ts';
import { MAX_QUERY_LENGTH, parseSearch } from '../domain/search-query.ts';
import { searchCommunities } from '../domain/community-search.ts';
import type { PostFilter, PostRank } from '../domain/types.ts';
import { openCommunities } from './access.ts';
import type { Call, SandboxDependencies } from './call.ts';
import { communityListing, listing, postListing } from './listing-reply.ts';
import { ok, refusal, type Reply } from './reply.ts';

export const LISTING_ORDERS = ['new', 'hot', 'top', 'rising', 'best', 'controversial'] as const;
export type ListingOrder = (typeof LISTING_ORDERS)[number];

function ordered(order: ListingOrder, filter: PostFilter, call: Call, dependencies: SandboxDependencies): PostRank[] {
  const { posts } = dependencies;
  switch (order) {
    case 'new':
      return posts.newest(filter, LISTING_END);
    case 'top':
    case 'controversial': {
      const since = sinceOf(call.input.t ?? 'day', call.now);
      return posts.topScored(since === undefined ? filter : { ...filter, since }, LISTING_END);
    }
    case 'hot':
    case 'best':
      return sortedBy(posts.newest(filter, LISTING_END), hotness);
    case 'rising':
      return sortedBy(posts.newest({ ...filter, since: call.now - 172_800 }, LISTING_END), (post) =>
        rising(post, call.now),
      );
  }
}

/** `/r/a+b/new` and the other orders. Without a community it lists the whole site. */
export function listPosts(order: ListingOrder, call: Call, dependencies: SandboxDependencies): Reply {
  const access = openCommunities(call.path.community ?? 'all', call.base, dependencies);
  if (access.refused !== null) return access.refused;
  const ranks = ordered(order, { communities: access.names }, call, dependencies);
  return ok(postListing(ranks, call.input, dependencies));
}

const TRUE_WORDS = new Set(['1', 'true', 'on', 'yes', 'y', 't']);

function sortHits(hits: PostRank[], sort: string): PostRank[] {
  switch (sort) {
    case 'new':
      return sortedBy(hits, (post) => post.createdAt);
    case 'hot':
      return sortedBy(hits, hotness);
    case 'top':
      return sortedBy(hits, (post) => post.score);
    case 'comments':
      return sortedBy(hits, (post) => post.numComments);
    default:
      return hits;
  }
}

/**
 * `/search` and `/r/a+b/search`. Only `restrict_sr` limits the search to the communities of the path, as on the site.
 */
export function searchPosts(call: Call, dependencies: SandboxDependencies): Reply {
  const text = call.input.q ?? '';
  if (text.length > MAX_QUERY_LENGTH)
    return refusal(400, {
      reason: 'TOO_LONG',
      fields: ['q'],
      explanation: `this is too long (max: ${MAX_QUERY_LENGTH})`,
    });
  if (call.input.type === 'sr') return searchForCommunities(call, dependencies);
  const access = openCommunities(call.path.community ?? 'all', call.base, dependencies);
  if (access.refused !== null) return access.refused;

  const query = parseSearch(text);
  const nothingAsked =
    query.match === null && query.author === null && query.community === null && query.flair === null;
  if (nothingAsked) return ok(listing([], { after: null, before: null }, { facets: {} }));
  const restricted = TRUE_WORDS.has((call.input.restrict_sr ?? '').toLowerCase());
  const within = query.community === null ? null : [query.community];
  const since = sinceOf(call.input.t ?? 'all', call.now);
  const hits = dependencies.posts.search(
    {
      communities: restricted ? (access.names ?? within) : within,
      ...(since === undefined ? {} : { since }),
      match: query.match,
      author: query.author,
      flair: query.flair,
    },
    LISTING_END,
  );
  return ok(postListing(sortHits(hits, call.input.sort ?? 'relevance'), call.input, dependencies, { facets: {} }));
}

/** `/subreddits/search`. */
export function searchForCommunities(call: Call, dependencies: SandboxDependencies): Reply {
  return ok(communityListing(searchCommunities(call.input.q ?? '', dependencies.communities.all()), call.input));
}
