import type { CommunityPost, PollReader, PostState } from '@earshot/sources';
import { appError } from '@earshot/core';

/** A community site in memory that fails, waits and changes on demand, which a real one does not. */
export interface FakeSource extends Required<Omit<PollReader, 'findCommunity' | 'ping'>> {
  mostPages: number;
  readonly recheck: { atOnce: number; states: NonNullable<PollReader['recheck']>['states'] };
  /** Ids of the posts that were deleted. Listings still return them, as a search index does for a while. */
  readonly gone: Set<string>;
  /** Posts by community name in lower case, newest first. */
  readonly communities: Map<string, CommunityPost[]>;
  /** Called before each page. May wait, or throw the errors of a source. */
  onRequest: (community: string, request: number) => Promise<void>;
  requests: number;
  /** Maximum posts per page, even if more are requested. */
  pageCap: number;
}

export function fakeSource(): FakeSource {
  const source: FakeSource = {
    kind: 'poll',
    mostPages: 100,
    communities: new Map(),
    gone: new Set(),
    requests: 0,
    pageCap: 100,
    onRequest: async () => undefined,
    newPosts: async (community, { after, limit }, signal) => {
      source.requests += 1;
      await Promise.race([source.onRequest(community, source.requests), aborted(signal)]);
      const all = source.communities.get(community.toLowerCase());
      if (all === undefined) throw appError('source.not-found');
      const start = after === null ? 0 : all.findIndex((post) => post.id === after) + 1;
      const end = start + Math.min(limit, source.pageCap);
      const posts = all.slice(start, end);
      const last = posts.at(-1);
      return { posts, after: last !== undefined && end < all.length ? last.id : null };
    },
    recheck: {
      atOnce: 100,
      states: async (ids) => {
        const posts = new Map([...source.communities.values()].flat().map((post) => [post.id, post]));
        return new Map(ids.flatMap((id) => stateOf(posts.get(id), source.gone.has(id))));
      },
    },
    rules: async () => [],
    parentText: async () => null,
    searchCommunities: async () => [],
  };
  return source;
}

function stateOf(post: CommunityPost | undefined, isGone: boolean): [string, PostState][] {
  if (post === undefined) return [];
  if (isGone) return [[post.id, { kind: 'removed', by: 'author' }]];
  const { title, selftext, score, comments } = post;
  return [[post.id, { kind: 'present', now: { title, selftext, score, comments } }]];
}

/** Rejects when the signal aborts, as a request over the network does. */
function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });
}

export const business =
  'Ledgerly is an invoicing and bookkeeping tool for freelancers and small businesses: it sends invoices, chases late payments and keeps the books ready for the accountant.';

type Kind = 'buyer' | 'chatter';

const texts: Record<Kind, { title: string; selftext: string }> = {
  buyer: {
    title: 'Looking for invoicing software, any recommendations?',
    selftext:
      'I run a small freelance business and I am looking for an invoicing tool that chases late payments for me. I need it this week and I am ready to pay. What do you recommend?',
  },
  chatter: {
    title: 'The sunset over the lake was lovely tonight',
    selftext: 'We had a picnic with the kids and watched the ducks until it was dark.',
  },
};

let made = 0;

/** Creates posts of a community, newest first and one minute apart. Every `buyerEvery`-th post is from a buyer. */
export function makePosts(
  community: string,
  count: number,
  options: { buyerEvery: number; newest: Date },
): CommunityPost[] {
  return Array.from({ length: count }, (_, index) => {
    made += 1;
    const { title, selftext } = texts[index % options.buyerEvery === 0 ? 'buyer' : 'chatter'];
    return {
      id: `t3_${made.toString(36)}`,
      community,
      title: `${title} (${made})`,
      selftext,
      author: `author_${made}`,
      url: `https://example.org/r/${community}/comments/${made}`,
      score: 1,
      comments: 2,
      createdAt: new Date(options.newest.getTime() - index * 60_000),
    };
  });
}
