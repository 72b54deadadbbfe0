import type { ScanPost, ScanPosts } from '@earshot/proto/http/scan';
import { scanContract, scanPosts } from '@earshot/proto/http/scan';
import type { PostFate } from '@earshot/proto/values';
import { postFates } from '@earshot/proto/values';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makePosts } from './fake-source.ts';
import type { ScanWorld } from './scan-world.ts';
import { openScanWorld, residue } from './scan-world.ts';

let world: ScanWorld;
beforeEach(async () => {
  world = await openScanWorld();
});
afterEach(() => world.services.stop());

const dayMs = 86_400_000;

/** Buyers, chatter, what is almost off the topic, a removed post and three that are too old. */
function fillWithAll(community: string, newest = new Date()): void {
  const posts = makePosts(community, 60, { buyerEvery: 2, newest });
  const [first, second] = makePosts(community, 2, { buyerEvery: 9, newest: new Date(newest.getTime() - dayMs) });
  if (first === undefined || second === undefined) throw new Error('no posts');
  const weak = {
    ...first,
    title: 'Thoughts on invoices',
    selftext: 'Invoices and bookkeeping changed a lot since I started. Interesting times for small businesses.',
  };
  const removed = { ...second, selftext: '[removed]' };
  const old = makePosts(community, 3, { buyerEvery: 1, newest: new Date(newest.getTime() - 31 * dayMs) });
  world.source.communities.set(community, [...posts, weak, removed, ...old]);
}

async function list(userId: string, jobId: string, query: Record<string, string> = {}): Promise<ScanPosts> {
  const params = { jobId };
  const answer = await world.services.fetch(scanContract.listScanPosts, { userId, params, query });
  expect(answer.status).toBe(200);
  return scanPosts.parse(answer.body);
}

async function listAll(userId: string, jobId: string, reason?: PostFate): Promise<ScanPost[]> {
  const wanted = { limit: '7', ...(reason !== undefined && { reason }) };
  const posts: ScanPost[] = [];
  for (let page = 1; ; page += 1) {
    const one = await list(userId, jobId, { ...wanted, page: String(page) });
    posts.push(...one.posts);
    if (page >= one.totalPages) return posts;
  }
}

describe('the posts of a scan', () => {
  it('are listed by fate, as many as the funnel counts, each once and with its reason', async () => {
    fillWithAll('freelance');
    const userId = await world.user(['freelance'], { maxLeadsPerScan: 25 });
    const { funnel, ...job } = await world.scan(userId);
    expect(residue({ funnel, ...job })).toBe(0);
    expect(funnel).toMatchObject({ fetched: 65, stale: 3, created: 25, capped: 5, filtered: 31, belowThreshold: 1 });
    const counts: Record<PostFate, number> = { ...funnel, below: funnel.belowThreshold };
    for (const fate of postFates) {
      const posts = await listAll(userId, job.id, fate);
      expect([fate, posts.length]).toEqual([fate, counts[fate]]);
      for (const post of posts) expect(post).toMatchObject({ fate, reason: expect.stringMatching(/^[A-Z].*\.$/) });
    }
    const dropped = await listAll(userId, job.id);
    expect(new Set(dropped.map(({ postId }) => postId)).size).toBe(65 - 25);
    expect(dropped.map(({ fate }) => fate)).not.toContain('created');
  });

  it('say in words why', async () => {
    fillWithAll('freelance');
    const userId = await world.user(['freelance'], { maxLeadsPerScan: 25 });
    const { id } = await world.scan(userId);
    const reasons = async (fate: PostFate) => [
      ...new Set((await listAll(userId, id, fate)).map(({ reason }) => reason)),
    ];
    expect(await reasons('filtered')).toEqual([
      'The post shares hardly any topic with your business.',
      'The post was removed or deleted.',
    ]);
    expect(await reasons('stale')).toEqual(['It is older than the 30 days that a scan looks back.']);
    expect(await reasons('capped')).toEqual([
      expect.stringMatching(
        /^Scored \d+\.\d, but the limit of 25 leads a scan was reached; the next scan takes it first\.$/,
      ),
    ]);
    expect(await reasons('below')).toEqual([
      expect.stringMatching(/^Scored \d\.\d, under your threshold of 6\.0: The author .+\.$/),
    ]);
    expect(await reasons('created')).toEqual([expect.stringMatching(/^It became a lead with a score of \d+\.\d\.$/)]);
  });
});
