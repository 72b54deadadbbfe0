import { type PostFate, postFates } from '@earshot/proto/values';
import { leadContract, subreddit } from '@earshot/proto/http/lead';
import { scanContract } from '@earshot/proto/http/scan';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { makePosts } from './fake-source.ts';
import { dayMs, funnelOf, postsOfAllFates } from './funnel-world.ts';
import { openScanWorld, residue, type ScanWorld } from './scan-world.ts';

let world: ScanWorld;
let funnel: ReturnType<typeof funnelOf>;
beforeAll(async () => {
  world = await openScanWorld();
  funnel = funnelOf(world);
});
afterAll(() => world.services.stop());

/** Each test uses a separate community. */
let community = '';
let tests = 0;
beforeEach(() => {
  tests += 1;
  community = `freelance_${tests}`;
});

async function scanAll(maxLeadsPerScan = 25) {
  world.source.communities.set(community, postsOfAllFates(community));
  const userId = await world.user([community], { maxLeadsPerScan });
  return { userId, job: await world.scan(userId) };
}

describe('the posts of a scan', () => {
  it('are filtered by keywords, and judged again for a changed profile only', async () => {
    world.source.communities.set(community, makePosts(community, 20, { buyerEvery: 2, newest: new Date() }));
    const userId = await world.user([community]);
    const { created } = (await world.scan(userId)).funnel;
    expect(created).toBe(10);
    const save = (body: object) => world.services.fetch(leadContract.saveConfiguration, { userId, body });
    await save({ targetKeywords: ['kayak'] });
    const filtered = await world.scan(userId);
    expect(filtered.funnel).toMatchObject({ known: 0, filtered: 20, created: 0 });
    const reasons = (await funnel.listAll(userId, filtered.id, 'filtered')).map(({ reason }) => reason);
    expect(new Set(reasons)).toEqual(new Set(['The post contains none of your target keywords.']));
    await save({ targetKeywords: [] });
    expect((await world.scan(userId)).funnel).toMatchObject({ known: 20, filtered: 0 });
  });

  it('are listed by fate, as many as the funnel counts, each once and with its reason', async () => {
    const { userId, job } = await scanAll();
    expect(residue(job)).toBe(0);
    expect(job.funnel).toMatchObject({
      fetched: 65,
      stale: 3,
      created: 25,
      capped: 5,
      filtered: 31,
      belowThreshold: 1,
    });
    const counts: Record<PostFate, number> = { ...job.funnel, below: job.funnel.belowThreshold };
    for (const fate of postFates) {
      const posts = await funnel.listAll(userId, job.id, fate);
      expect([fate, posts.length]).toEqual([fate, counts[fate]]);
      for (const post of posts) expect(post).toMatchObject({ fate, reason: expect.stringMatching(/^[A-Z].*\.$/) });
    }
    const dropped = await funnel.listAll(userId, job.id);
    expect(new Set(dropped.map(({ postId }) => postId)).size).toBe(65 - 25);
    expect(dropped.map(({ fate }) => fate)).not.toContain('created');
  });

  it('say in words why', async () => {
    const { userId, job } = await scanAll();
    const reasons = async (fate: PostFate) => [
      ...new Set((await funnel.listAll(userId, job.id, fate)).map(({ reason }) => reason)),
    ];
    const capped = /^Scored \d+\.\d, but the limit of 25 leads a scan was reached; the next scan takes it first\.$/;
    expect(await reasons('filtered')).toEqual([
      'The post shares hardly any topic with your business.',
      'The post was removed or deleted.',
    ]);
    expect(await reasons('stale')).toEqual(['It is older than the 30 days that a scan looks back.']);
    expect(await reasons('capped')).toEqual([expect.stringMatching(capped)]);
    expect(await reasons('below')).toEqual([
      expect.stringMatching(/^Scored \d\.\d, under your threshold of 6\.0: The author .+\.$/),
    ]);
    expect(await reasons('created')).toEqual([expect.stringMatching(/^It became a lead with a score of \d+\.\d\.$/)]);
  });

  it('come best first and new before old, the parts of a score with them', async () => {
    const { userId, job } = await scanAll();
    const times = (await funnel.listAll(userId, job.id, 'filtered')).map((post) => post.postCreatedAt);
    expect(times).toEqual(times.toSorted().toReversed());
    const capped = await funnel.listAll(userId, job.id, 'capped');
    const scores = capped.map((post) => Number(post.score));
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    const [below] = await funnel.listAll(userId, job.id, 'below');
    for (const { aiAnalysis, score } of [...capped, ...(below ? [below] : [])]) {
      const sum = aiAnalysis?.parts.reduce((total, part) => total + part.points, 0) ?? Number.NaN;
      expect(Math.min(10, Math.max(0, sum)).toFixed(1)).toBe(score);
    }
  });

  it('known from earlier scans have the verdicts of those scans', async () => {
    const { userId, job: first } = await scanAll(100);
    const second = await world.scan(userId);
    expect(second.funnel).toMatchObject({ fetched: 65, known: 62, stale: 3 });
    const known = await funnel.listAll(userId, second.id, 'known');
    expect(known).toHaveLength(62);
    const day = new Date(first.createdAt).toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'short',
      timeZone: 'UTC',
    });
    const start = `Judged in the scan of ${day}: `;
    expect([
      ...new Set(known.map(({ reason }) => reason.replace(/\d+\.\d/, 'N').replace(/ of N: .*/, ' of N'))),
    ]).toEqual([
      `${start}it became a lead with a score of N.`,
      `${start}the post shares hardly any topic with your business.`,
      expect.stringContaining(`${start}scored N, under your threshold of`),
      `${start}the post was removed or deleted.`,
    ]);
    expect((await funnel.list(userId, first.id, { reason: 'known' })).total).toBe(0);
  });

  it('that a later scan takes up leave the list of the earlier one', async () => {
    const { userId, job: first } = await scanAll();
    const second = await world.scan(userId);
    expect(second.funnel).toMatchObject({ created: 5, known: 57, stale: 3 });
    expect((await funnel.list(userId, first.id, { reason: 'capped' })).total).toBe(0);
    expect((await funnel.list(userId, second.id, { reason: 'created' })).total).toBe(5);
    expect((await funnel.list(userId, second.id, { reason: 'known' })).total).toBe(57);
  });

  it('of another community or an earlier look-back are not reported as known', async () => {
    world.source.communities.set(community, makePosts(community, 4, { buyerEvery: 2, newest: new Date() }));
    world.source.communities.set('webdev', makePosts('webdev', 6, { buyerEvery: 2, newest: new Date() }));
    const userId = await world.user([community, 'webdev']);
    await world.scan(userId);
    const { body } = await world.services.fetch(leadContract.listSubreddits, { userId });
    const webdev = z
      .array(subreddit)
      .parse(body)
      .find(({ name }) => name === 'webdev');
    await world.services.fetch(leadContract.deleteSubreddit, { userId, params: { id: webdev?.id ?? '' } });
    const second = await world.scan(userId);
    expect(second.funnel).toMatchObject({ fetched: 4, known: 4 });
    expect((await funnel.list(userId, second.id, { reason: 'known' })).total).toBe(4);
  });

  it('are listed completely by pages of any size', async () => {
    const { userId, job } = await scanAll();
    const whole = await funnel.list(userId, job.id, { limit: '100' });
    expect(whole).toMatchObject({ total: 40, totalPages: 1, languages: [] });
    expect(await funnel.listAll(userId, job.id)).toEqual(whole.posts);
    expect(await funnel.list(userId, job.id, { page: '9' })).toEqual({
      posts: [],
      total: 40,
      totalPages: 2,
      languages: [],
    });
  });

  it('lose their text when the site no longer has it, and then cannot be kept as leads', async () => {
    const { userId, job } = await scanAll();
    const [before] = (await funnel.list(userId, job.id, { reason: 'filtered' })).posts;
    expect(before).toMatchObject({ title: expect.stringContaining('sunset'), canRescue: true });
    const posts = world.services
      .platformOf('scan')
      .documents.collection<{ _id: string; content: string; summary: string }>('reddit_post_cache');
    const stored = await posts.findOne({ _id: `sample/${before?.postId}` });
    expect(stored?.summary).toBe(stored?.content.slice(0, 280));
    expect(before?.summary).toBe(stored?.summary);
    expect(before?.summary).not.toBe('');
    // The start of a longer text ends between words, with an ellipsis.
    const content = `${'A sunset over the lake. '.repeat(12)}`;
    await posts.updateOne({ _id: `sample/${before?.postId}` }, { $set: { content, summary: content.slice(0, 280) } });
    const [longer] = (await funnel.list(userId, job.id, { reason: 'filtered' })).posts;
    expect(longer?.summary).toBe(`${'A sunset over the lake. '.repeat(11)}A sunset over…`);
    await posts.deleteOne({ _id: `sample/${before?.postId}` });
    const [after] = (await funnel.list(userId, job.id, { reason: 'filtered' })).posts;
    expect(after).toMatchObject({
      postId: before?.postId,
      title: '',
      summary: '',
      author: '',
      url: '',
      canRescue: false,
    });
  });

  it('contain no text of finally dropped posts', async () => {
    const { job } = await scanAll();
    const verdicts = world.services.platformOf('scan').documents.collection('scan_verdicts');
    const dropped = await verdicts.find({ jobId: job.id, outcome: { $in: ['filtered', 'below'] } }).toArray();
    expect(dropped).toHaveLength(32);
    expect(JSON.stringify(dropped)).not.toMatch(/sunset|picnic|Thoughts|Interesting|author_/);
  });

  it('belong to their user and need one', async () => {
    const { job } = await scanAll();
    const params = { jobId: job.id };
    const other = await world.user([community]);
    expect(await world.services.fetch(scanContract.listScanPosts, { userId: other, params })).toMatchObject({
      status: 404,
      body: { code: 'scan.not-found' },
    });
    expect(await world.services.fetch(scanContract.listScanPosts, { userId: null, params })).toMatchObject({
      status: 401,
      body: { code: 'auth.unauthorized' },
    });
  });
});

describe('stale posts', () => {
  it('are the same for all users who scan the community from one reading', async () => {
    const { job } = await scanAll();
    const requests = world.source.requests;
    const second = await world.scan(await world.user([community]));
    expect(world.source.requests).toBe(requests);
    expect(second.funnel).toMatchObject({ fetched: job.funnel.fetched, stale: 3 });
    expect(residue(second)).toBe(0);
  });

  it('are not judged, neither by a scan nor by a preview', async () => {
    const old = makePosts(community, 5, { buyerEvery: 1, newest: new Date(Date.now() - 31 * dayMs) });
    world.source.communities.set(community, old);
    const userId = await world.user([community]);
    expect(await world.scan(userId)).toMatchObject({ newLeadsFound: 0, funnel: { fetched: 5, stale: 5, scored: 0 } });
    const preview = await world.services.fetch(scanContract.previewScan, { userId, body: { subreddit: community } });
    expect(preview).toMatchObject({ status: 200, body: { fetched: 0 } });
  });
});
