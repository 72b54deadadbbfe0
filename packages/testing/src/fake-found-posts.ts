import { appError } from '@earshot/core';
import { postWordsContract } from '@earshot/proto/http';
import type { FoundPostRef, FoundPostWords } from '@earshot/proto/http/post-words';
import { defineService, noSettings, type Platform, route, type Service } from '@earshot/service-kit';

/** What `lead.found` says besides the post. */
export interface FoundLimits {
  readonly jobId: string;
  readonly threshold?: number;
  readonly maxLeadsPerScan?: number;
  readonly maxLeadsPerDay?: number;
  readonly rescued?: boolean;
}

/** Stands in for the scan service, as far as the lead service needs it: found posts and their events. */
export interface FakeFoundPosts {
  /** Serves the words of the posts. */
  readonly service: Service;
  /** Whether calls fail, as while the service is unavailable. */
  isAway: boolean;
  put(userId: string, post: FoundPostWords): void;
  /** The post was removed at its site. */
  remove(userId: string, post: FoundPostRef): void;
  read(userId: string, posts: readonly FoundPostRef[]): FoundPostWords[];
  /** Stores the post and publishes its event. */
  publish(platform: Platform, userId: string, post: FoundPostWords, limits: FoundLimits): Promise<void>;
}

/** Creates a fake without posts. */
export function fakeFoundPosts(): FakeFoundPosts {
  const posts = new Map<string, FoundPostWords>();
  const keyOf = (userId: string, { source, postId, businessVersion }: FoundPostRef) =>
    [userId, source, postId, businessVersion].join(' ');
  const read = (userId: string, refs: readonly FoundPostRef[]) =>
    refs.flatMap((ref) => posts.get(keyOf(userId, ref)) ?? []);
  const served = route(postWordsContract.listFoundPosts, async ({ userId, body }) => {
    if (fake.isAway) throw appError('service.unavailable');
    return read(userId, body.posts);
  });
  const fake: FakeFoundPosts = {
    isAway: false,
    service: defineService({
      name: 'scan',
      database: null,
      config: noSettings,
      serves: [served.endpoint],
      calls: [],
      publishes: ['leadFound'],
      consumes: [],
      start: async () => ({ routes: [served] }),
    }),
    put: (userId, post) => void posts.set(keyOf(userId, post), post),
    remove: (userId, post) => void posts.delete(keyOf(userId, post)),
    read,
    publish: async ({ bus, event }, userId, post, limits) => {
      fake.put(userId, post);
      const { source, postId, businessVersion } = post;
      const caps = { threshold: 6, maxLeadsPerScan: 100, maxLeadsPerDay: 100, ...limits };
      const value = { source, postId, businessVersion, ...caps };
      await bus.publish([event({ userId, payload: { case: 'leadFound', value } }).record]);
    },
  };
  return fake;
}

/** A found post with a high score, as the scan service returns it. */
export function foundPostWords(
  post: Partial<FoundPostWords> & Pick<FoundPostWords, 'postId' | 'postCreatedAt'>,
): FoundPostWords {
  return {
    source: 'sample',
    businessVersion: 'first',
    subreddit: 'SaaS',
    title: `Post ${post.postId}`,
    content: 'We need something for this.',
    author: 'jo',
    url: `https://www.reddit.com/comments/${post.postId}`,
    score: 8,
    matchReason: 'Asks for a tool.',
    aiAnalysis: { scorerVersion: 'test-1', provisional: false, parts: [] },
    learnedVersion: null,
    ...post,
  };
}
