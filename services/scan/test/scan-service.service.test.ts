import { leadContract } from '@earshot/proto/http/lead';
import { scanContract, scanJob } from '@earshot/proto/http/scan';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@earshot/core/testing';
import { makePosts } from './fake-source.ts';
import { openScanWorld, residue, type ScanWorld } from './scan-world.ts';

let world: ScanWorld;
beforeEach(async () => {
  world = await openScanWorld();
});
afterEach(() => world.services.stop());

function fill(community: string, count: number, buyerEvery: number): void {
  world.source.communities.set(community, makePosts(community, count, { buyerEvery, newest: new Date() }));
}

const call = (endpoint: 'startScan' | 'latestScan', userId: string | null) =>
  world.services.fetch(scanContract[endpoint], { userId });
const callJob = (endpoint: 'scanStatus' | 'cancelScan', userId: string, jobId: string) =>
  world.services.fetch(scanContract[endpoint], { userId, params: { jobId } });

describe('a scan', () => {
  it('makes leads of what people ask for, and reports the outcome of every post', async () => {
    fill('freelance', 130, 10);
    fill('smallbusiness', 20, 5);
    const userId = await world.user(['freelance', 'smallbusiness']);
    const job = await world.scan(userId);
    expect(job).toMatchObject({
      status: 'completed',
      currentStep: 'Completed',
      progress: 100,
      subredditsScanned: 2,
      totalSubreddits: 2,
      processedThreads: 150,
      totalThreads: 150,
      newLeadsFound: 17,
      errorMessage: null,
      limitResetsAt: null,
      funnel: { fetched: 150, created: 17, known: 0 },
    });
    expect(residue(job)).toBe(0);
    expect(await world.leads(userId)).toBe(17);
  });

  it('scores nothing and finds nothing the second time', async () => {
    fill('freelance', 40, 10);
    const userId = await world.user(['freelance']);
    await world.scan(userId);
    const second = await world.scan(userId);
    expect(second).toMatchObject({
      status: 'completed',
      newLeadsFound: 0,
      funnel: { fetched: 40, known: 40, scored: 0 },
    });
    expect(await world.leads(userId)).toBe(4);
  });

  it('is started at most six times a minute by a user; asking for the running one does not count', async () => {
    fill('freelance', 1, 1);
    world.source.onRequest = () => new Promise(() => undefined);
    const userId = await world.user(['freelance']);
    const cancelled: string[] = [];
    for (let n = 1; n <= 6; n += 1) {
      const jobId = await world.start(userId);
      expect(await world.start(userId)).toBe(jobId);
      expect(await callJob('cancelScan', userId, jobId)).toMatchObject({ status: 200 });
      cancelled.push(jobId);
    }
    expect(new Set(cancelled).size).toBe(6);
    expect(await call('startScan', userId)).toMatchObject({
      status: 429,
      body: { code: 'rate.limited', message: expect.stringContaining('try again in') },
    });
    world.source.onRequest = async () => undefined;
    fill('smallbusiness', 1, 1);
    const other = await world.scan(await world.user(['smallbusiness']));
    expect(other).toMatchObject({ status: 'completed', newLeadsFound: 1 });
  });

  it('judges a post again when its text has changed, and makes no second lead of it', async () => {
    fill('freelance', 10, 10);
    const userId = await world.user(['freelance']);
    await world.scan(userId);
    const posts = world.source.communities.get('freelance') ?? [];
    world.source.communities.set(
      'freelance',
      posts.map((post) => ({ ...post, selftext: `${post.selftext} Edit: thanks!` })),
    );
    await world.services.platformOf('scan').documents.collection('community_feeds').deleteMany({});
    const second = await world.scan(userId);
    expect(second).toMatchObject({ newLeadsFound: 0, funnel: { known: 0, duplicate: 1 } });
    expect(residue(second)).toBe(0);
    expect(await world.leads(userId)).toBe(1);
  });

  it('reads a community once for all users who scan it at the same time', async () => {
    fill('freelance', 150, 10);
    const users = await Promise.all([1, 2, 3].map(() => world.user(['freelance'])));
    const jobs = await Promise.all(users.map((userId) => world.scan(userId)));
    expect(jobs.map((job) => job.newLeadsFound)).toEqual([15, 15, 15]);
    expect(world.source.requests).toBe(2);
  });

  it('reads only the new posts of a community that it has read to the end', async () => {
    fill('freelance', 250, 50);
    const userId = await world.user(['freelance']);
    await world.scan(userId);
    const before = world.source.requests;
    const news = makePosts('freelance', 3, { buyerEvery: 3, newest: new Date(Date.now() + 600_000) });
    world.source.communities.set('freelance', [...news, ...(world.source.communities.get('freelance') ?? [])]);
    const feeds = world.services.platformOf('scan').documents.collection('community_feeds');
    await feeds.updateMany({}, { $set: { headFetchedAt: new Date(Date.now() - 3_600_000) } });
    const second = await world.scan(userId);
    expect(second).toMatchObject({ newLeadsFound: 1, funnel: { fetched: 253, known: 250 } });
    expect(world.source.requests).toBe(before + 1);
  });

  it('does not look at posts older than 30 days, and counts them as stale', async () => {
    const old = makePosts('freelance', 5, { buyerEvery: 1, newest: new Date(Date.now() - 31 * 86_400_000) });
    world.source.communities.set('freelance', [
      ...makePosts('freelance', 2, { buyerEvery: 1, newest: new Date() }),
      ...old,
    ]);
    const job = await world.scan(await world.user(['freelance']));
    expect(job).toMatchObject({
      newLeadsFound: 2,
      processedThreads: 7,
      totalThreads: 7,
      funnel: { fetched: 7, stale: 5, scored: 2 },
    });
    expect(residue(job)).toBe(0);
  });
});

describe('starting a scan', () => {
  it('answers with the running job instead of starting a second one, also to calls at the same time', async () => {
    fill('freelance', 10, 5);
    const gate = Promise.withResolvers<void>();
    world.source.onRequest = () => gate.promise;
    const userId = await world.user(['freelance']);
    const answers = await Promise.all(Array.from({ length: 8 }, () => call('startScan', userId)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 202]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    gate.resolve();
  });

  it('needs a business description and an active community, and reports a missing one', async () => {
    const nobody = await call('startScan', 'user-without-anything');
    expect(nobody).toMatchObject({ status: 400, body: { code: 'scan.no-business' } });
    const userId = await world.user([]);
    expect(await call('startScan', userId)).toMatchObject({ status: 400, body: { code: 'scan.no-communities' } });
    await world.services.fetch(leadContract.addSubreddit, { userId, body: { name: 'freelance', isActive: false } });
    expect(await call('startScan', userId)).toMatchObject({ status: 400, body: { code: 'scan.no-communities' } });
  });
});

describe('looking at scans', () => {
  it('shows the latest one, or null before the first', async () => {
    fill('freelance', 3, 3);
    const userId = await world.user(['freelance']);
    expect(await call('latestScan', userId)).toMatchObject({ status: 200, body: null });
    await world.scan(userId);
    const second = await world.scan(userId);
    expect(await call('latestScan', userId)).toMatchObject({ status: 200, body: { id: second.id } });
  });
});

describe('cancelling a scan', () => {
  it('ends it between posts, keeps the leads found, and lets the next one begin', async () => {
    fill('freelance', 300, 10);
    const userId = await world.user(['freelance']);
    const gate = Promise.withResolvers<void>();
    world.source.onRequest = (_, request) => (request < 3 ? Promise.resolve() : gate.promise);
    const jobId = await world.start(userId);
    await until('the first leads', async () => (await world.leads(userId)) > 0);
    const cancelled = await callJob('cancelScan', userId, jobId);
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled', currentStep: 'Cancelled' } });
    expect(await callJob('cancelScan', userId, jobId)).toMatchObject({ status: 409, body: { code: 'scan.ended' } });
    gate.resolve();
    world.source.onRequest = async () => undefined;
    const next = await world.scan(userId);
    expect(next.status).toBe('completed');
    expect(await world.leads(userId)).toBe(30);
    const before = scanJob.parse((await callJob('scanStatus', userId, jobId)).body);
    expect(before.status).toBe('cancelled');
    expect(before.newLeadsFound + next.newLeadsFound).toBe(30);
  });
});
