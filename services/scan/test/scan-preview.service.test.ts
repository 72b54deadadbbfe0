import type { Platform } from '@earshot/service-kit';
import { appError } from '@earshot/core';
import { fixedModel, type Llm, LlmError } from '@earshot/llm';
import { until } from '@earshot/core/testing';
import { pollReader, withSource } from '@earshot/testing';
import { leadContract, leadList } from '@earshot/proto/http/lead';
import { scanContract, type ScanPreview, scanPreview } from '@earshot/proto/http/scan';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makePosts } from './fake-source.ts';
import { openScanWorld, type ScanWorld } from './scan-world.ts';

let world: ScanWorld;
/** The signals of the page requests to the source. */
let asked: AbortSignal[];

function listening(platform: Platform): Platform {
  const read = pollReader(platform.sources.get('sample').read);
  const newPosts: typeof read.newPosts = (community, page, signal) => {
    if (signal !== undefined) asked.push(signal);
    return read.newPosts(community, page, signal);
  };
  return { ...platform, sources: withSource(platform.sources, { read: { ...read, newPosts } }) };
}

beforeEach(async () => {
  asked = [];
  world = await openScanWorld({ platform: listening });
});
afterEach(() => world.services.stop());

function fill(community: string, count: number, newest = new Date()): void {
  world.source.communities.set(community.toLowerCase(), makePosts(community, count, { buyerEvery: 10, newest }));
}

function ask(userId: string | null, body: unknown = { subreddit: 'freelance' }, signal?: AbortSignal) {
  return world.services.fetch(scanContract.previewScan, { userId, body, ...(signal && { signal }) });
}

async function preview(userId: string, community = 'freelance'): Promise<ScanPreview> {
  const { status, body } = await ask(userId, { subreddit: community });
  expect(status).toBe(200);
  return scanPreview.parse(body);
}

/** The number of documents in each collection of these services. */
async function documents(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const service of ['lead', 'scan', 'auth'] as const) {
    const { db } = world.services.platformOf(service).documents;
    for (const { name } of (await db?.listCollections().toArray()) ?? [])
      counts[`${service}.${name}`] = (await db?.collection(name).countDocuments()) ?? 0;
  }
  return counts;
}

describe('a preview', () => {
  it('judges the newest 100 posts like a scan, best first, and stores nothing', async () => {
    fill('freelance', 130);
    const userId = await world.user([], { searchStrategy: 'focused' });
    await until('the schedule', async () => (await documents())['scan.scan_schedules'] === 1);
    const before = await documents();
    const result = await preview(userId, ' r/Freelance ');
    expect(result).toMatchObject({ subreddit: 'freelance', threshold: 7, fetched: 100, unscored: 0 });
    expect(result.filtered + result.posts.length).toBe(100);
    const scores = result.posts.map((post) => Number(post.score));
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(result.posts.filter((post) => post.wouldBeLead)).toHaveLength(10);
    for (const post of result.posts) expect(post.wouldBeLead).toBe(Number(post.score) >= 7);
    expect(result.posts[0]).toMatchObject({ relevance: 'high', aiAnalysis: { scorerVersion: 'keyless-6' } });
    // Vectors of posts are made once for all users.
    expect(await documents()).toEqual({ ...before, 'scan.post_vectors': expect.any(Number) });
    expect(world.source.requests).toBe(1);
  });

  it('tries settings that are not saved, and leaves the saved ones as they are', async () => {
    fill('freelance', 60);
    const userId = await world.user([], { searchStrategy: 'broad' });
    const saved = await preview(userId);
    const tried = { businessDescription: 'Kennels and walks for large dogs in Porto', searchStrategy: 'focused' };
    const { status, body } = await ask(userId, { subreddit: 'freelance', ...tried });
    expect(status).toBe(200);
    const result = scanPreview.parse(body);
    expect([saved.threshold, result.threshold]).toEqual([5, 7]);
    const kept = ({ posts }: ScanPreview) => posts.filter((post) => post.wouldBeLead).length;
    expect(kept(result)).toBeLessThan(kept(saved));
    expect(await preview(userId)).toEqual(saved);
    expect(await ask('nobody-yet', { subreddit: 'freelance', ...tried })).toMatchObject({ status: 200 });
    const blank = { subreddit: 'freelance', businessDescription: '  ' };
    expect(await ask(userId, blank)).toMatchObject({ status: 400, body: { code: 'scan.no-business' } });
  });

  it.each([
    ['the description alone', {}],
    ['the profile too', { offer: 'tea', notFor: ['people who take cards'], excludedKeywords: ['hiring'] }],
  ])('makes of each post what the scan then makes of it, with %s', async (_what, profile) => {
    fill('freelance', 60);
    const userId = await world.user(['freelance'], profile);
    const result = await preview(userId);
    const job = await world.scan(userId);
    expect(job.newLeadsFound).toBe(result.posts.filter((post) => post.wouldBeLead).length);
    expect(job.funnel).toMatchObject({ filtered: result.filtered, scored: result.posts.length });
    const { body } = await world.services.fetch(leadContract.listLeads, { userId });
    const scores = leadList.parse(body).leads.map((lead) => [lead.redditPostId, lead.score, lead.relevance]);
    const expected = result.posts.filter((post) => post.wouldBeLead);
    expect(scores.sort()).toEqual(expected.map((post) => [post.redditPostId, post.score, post.relevance]).sort());
  });

  it('asks the source nothing for what a scan has just read', async () => {
    fill('freelance', 60);
    const userId = await world.user(['freelance']);
    await world.scan(userId);
    const before = world.source.requests;
    const result = await preview(userId, 'FREELANCE');
    expect(result).toMatchObject({ subreddit: 'freelance', fetched: 60 });
    expect(world.source.requests).toBe(before);
  });

  it('leaves out what a scan is too late for', async () => {
    fill('freelance', 5, new Date(Date.now() - 31 * 86_400_000));
    const result = await preview(await world.user([]));
    expect(result).toEqual({
      subreddit: 'freelance',
      source: 'sample',
      sourceLabel: 'Sample data',
      communityLabel: 'r/freelance',
      threshold: 6,
      fetched: 0,
      filtered: 0,
      unscored: 0,
      posts: [],
    });
  });

  it('needs a user and a business', async () => {
    expect(await ask(null)).toMatchObject({ status: 401, body: { code: 'auth.unauthorized' } });
    expect(await ask('nobody-yet')).toMatchObject({ status: 400, body: { code: 'scan.no-business' } });
    expect(world.source.requests).toBe(0);
  });

  it.each([
    ['source.not-found', 404],
    ['source.private', 403],
    ['source.rate-limited', 503],
    ['source.unavailable', 503],
    ['source.refused', 503],
  ] as const)('reports %s at once', async (code, status) => {
    world.source.onRequest = async () => {
      throw appError(code);
    };
    expect(await ask(await world.user([]))).toMatchObject({ status, body: { code } });
    expect(world.source.requests).toBe(1);
  });

  it('is had ten times a minute by a user, the others too', async () => {
    fill('freelance', 3);
    const [userId, other] = [await world.user([]), await world.user([])];
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(userId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(200), 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ code: 'rate.limited' });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask(other)).status).toBe(200);
  });

  it('gives up when its caller leaves', async () => {
    world.source.onRequest = () => new Promise(() => undefined);
    const leaving = new AbortController();
    const answer = ask(await world.user([]), { subreddit: 'freelance' }, leaving.signal).catch(() => 'left');
    await until('the request', () => asked.length > 0);
    expect(asked[0]?.aborted).toBe(false);
    leaving.abort();
    expect(await answer).toBe('left');
    await until('the request to be given up', () => asked[0]?.aborted);
    expect(asked).toHaveLength(1);
  });

  it.each(['cannot be reached', 'is not done when the caller leaves'])('by a model that %s', async (when) => {
    await world.services.stop();
    const models: AbortSignal[] = [];
    const llm: Llm = {
      complete: async ({ signal }) => {
        if (signal !== undefined) models.push(signal);
        if (when === 'cannot be reached') throw new LlmError('unavailable', 'nobody answers');
        return new Promise(() => undefined);
      },
    };
    world = await openScanWorld({ platform: (platform) => ({ ...listening(platform), model: fixedModel(llm) }) });
    fill('freelance', 40);
    const userId = await world.user([]);
    if (when === 'cannot be reached') {
      const result = await preview(userId);
      // The keyless scorer replaces the unavailable model.
      expect(result).toMatchObject({ fetched: 40, unscored: 0 });
      expect(result.posts.length).toBe(40 - result.filtered);
      expect(result.posts.length).toBeGreaterThan(0);
      return;
    }
    const leaving = new AbortController();
    const answer = ask(userId, { subreddit: 'freelance' }, leaving.signal).catch(() => 'left');
    await until('the first calls of the model', () => models.length > 0);
    leaving.abort();
    expect(await answer).toBe('left');
    await until('the calls to be given up', () => models.every((signal) => signal.aborted));
    expect(models.length).toBeLessThanOrEqual(3);
  });

  it('continues for the others when one of them aborts', async () => {
    fill('freelance', 20);
    const gate = Promise.withResolvers<void>();
    world.source.onRequest = () => gate.promise;
    const [one, other] = [await world.user([]), await world.user([])];
    const leaving = new AbortController();
    const left = ask(one, { subreddit: 'freelance' }, leaving.signal).catch(() => 'left');
    await until('the request', () => world.source.requests > 0);
    const result = preview(other);
    leaving.abort();
    expect(await left).toBe('left');
    gate.resolve();
    expect((await result).fetched).toBe(20);
  });
});
