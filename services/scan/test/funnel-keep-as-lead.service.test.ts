import { appError } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { leadContract } from '@earshot/proto/http/lead';
import { scanContract, type ScanPost } from '@earshot/proto/http/scan';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { makePosts } from './fake-source.ts';
import { funnelOf, postsOfAllFates } from './funnel-world.ts';
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
  community = `kept_${tests}`;
});

async function scanAll() {
  world.source.communities.set(community, postsOfAllFates(community));
  const userId = await world.user([community], { maxLeadsPerScan: 25, maxLeadsPerDay: 50 });
  return { userId, job: await world.scan(userId) };
}

async function first(userId: string, jobId: string, reason: string): Promise<ScanPost> {
  const [post] = (await funnel.list(userId, jobId, { reason })).posts;
  if (post === undefined) throw new Error(`no post is ${reason}`);
  return post;
}

const documents = () => world.services.platformOf('scan').documents;

describe('a post that a scan dropped', () => {
  it.each(['filtered', 'below', 'capped', 'stale'] as const)('%s becomes a lead with its parts', async (fate) => {
    const { userId, job } = await scanAll();
    const before = await first(userId, job.id, fate);
    expect(before).toMatchObject({ fate, canRescue: true, rescuedAt: null });
    const { post, lead } = await funnel.keptLead(userId, job.id, before.postId);
    expect(post).toMatchObject({ ...before, canRescue: false, rescuedAt: expect.any(String) });
    expect(lead).toMatchObject({ title: before.title, author: before.author, url: before.url, status: 'new' });
    if (before.score !== null) expect(lead.score).toBe(before.score);
    const sum = lead.aiAnalysis.parts.reduce((total, part) => total + part.points, 0);
    expect(Math.min(10, Math.max(0, sum)).toFixed(1)).toBe(lead.score);
    // The funnel of the scan does not change.
    expect(await world.status(userId, job.id)).toEqual(job);
    expect(await first(userId, job.id, fate)).toEqual(post);
  });

  it('becomes one lead, however often and at once it is asked for', async () => {
    const { userId, job } = await scanAll();
    const { postId } = await first(userId, job.id, 'below');
    const answers = await Promise.all([1, 2, 3].map(() => funnel.keepAsLead(userId, job.id, postId)));
    answers.push(await funnel.keepAsLead(userId, job.id, postId));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(answers.map((answer) => answer.status)).toEqual([202, 202, 202, 202]);
    await until('the lead', async () => (await world.leads(userId)) === 26);
    // Events are handled in order: once a post that was kept later is a lead, any duplicate would have been handled.
    await funnel.keptLead(userId, job.id, (await first(userId, job.id, 'filtered')).postId);
    expect(await world.leads(userId)).toBe(27);
    // Both posts that the user kept are labels of wanted posts.
    const learning = await world.services.fetch(scanContract.learning, { userId });
    expect(learning.body).toMatchObject({ labels: { wanted: 2, unwanted: 0 } });
  });

  it('becomes a lead beyond the limits, and does not count towards them', async () => {
    const { userId, job } = await scanAll();
    const second = await world.scan(userId);
    expect(second.funnel).toMatchObject({ created: 5 });
    world.source.communities.set(
      `${community}_b`,
      makePosts(`${community}_b`, 40, { buyerEvery: 1, newest: new Date() }),
    );
    await world.services.fetch(leadContract.addSubreddit, { userId, body: { name: `${community}_b` } });
    const third = await world.scan(userId);
    expect(third.funnel).toMatchObject({ created: 20, capped: 20 });
    expect(third.limitResetsAt).not.toBeNull();
    const capped = await first(userId, third.id, 'capped');
    expect(capped.reason).toContain('but the limit of 50 leads a day was reached');
    await funnel.keptLead(userId, third.id, capped.postId);
    await funnel.keptLead(userId, job.id, (await first(userId, job.id, 'below')).postId);
    expect(await world.leads(userId)).toBe(52);
    expect(await world.status(userId, third.id)).toEqual(third);
  });

  it('is known to the next scan, which neither judges it again nor finds it twice', async () => {
    const { userId, job } = await scanAll();
    const capped = await first(userId, job.id, 'capped');
    await funnel.keptLead(userId, job.id, capped.postId);
    await funnel.keptLead(userId, job.id, (await first(userId, job.id, 'stale')).postId);
    const posts = world.source.communities.get(community) ?? [];
    const edited = posts.map((post) =>
      post.id === capped.postId ? { ...post, selftext: `${post.selftext} Edit.` } : post,
    );
    world.source.communities.set(community, edited);
    await documents().collection('community_feeds').deleteMany({});
    const second = await world.scan(userId);
    expect(second.funnel).toMatchObject({ fetched: 65, stale: 3, known: 58, created: 4, duplicate: 0, capped: 0 });
    expect(residue(second)).toBe(0);
    expect(await world.leads(userId)).toBe(31);
    const known = await funnel.listAll(userId, second.id, 'known');
    expect(known.find((post) => post.postId === capped.postId)).toMatchObject({ canRescue: false });
  });

  it('may be too old and listed first by a community outside the scan', async () => {
    await scanAll();
    const posts = world.source.communities.get(community) ?? [];
    const other = `${community}_other`;
    world.source.communities.set(
      other,
      posts.map((post) => ({ ...post, community: other })),
    );
    const userId = await world.user([other]);
    const job = await world.scan(userId);
    const stale = await first(userId, job.id, 'stale');
    expect(stale).toMatchObject({ subreddit: other, canRescue: true });
    const { post, lead } = await funnel.keptLead(userId, job.id, stale.postId);
    expect(post).toMatchObject({ ...stale, canRescue: false, rescuedAt: expect.any(String) });
    expect(lead).toMatchObject({ title: stale.title, subreddit: other });
  });

  it('may be kept from a later scan that knows it', async () => {
    const { userId, job } = await scanAll();
    const below = await first(userId, job.id, 'below');
    const second = await world.scan(userId);
    const { post } = await funnel.keptLead(userId, second.id, below.postId);
    expect(post).toMatchObject({
      fate: 'known',
      canRescue: false,
      reason: expect.stringContaining('Judged in the scan of'),
    });
    expect(await first(userId, job.id, 'below')).toMatchObject({ rescuedAt: post.rescuedAt });
  });
});

describe('a post that was deleted at its source after it was judged', () => {
  it('is not carried over to the next scan, which takes the others', async () => {
    const { userId, job } = await scanAll();
    const capped = await funnel.listAll(userId, job.id, 'capped');
    const [deleted] = capped;
    expect(capped).toHaveLength(5);
    world.source.gone.add(deleted?.postId ?? '');
    expect((await world.scan(userId)).funnel).toMatchObject({ created: 4 });
    expect((await funnel.leads(userId)).map(({ redditPostId }) => redditPostId)).not.toContain(deleted?.postId);
    // It does not wait any longer, even if the source shows it again.
    world.source.gone.clear();
    expect((await world.scan(userId)).funnel).toMatchObject({ created: 0 });
    expect((await world.status(userId, job.id)).funnel).toEqual(job.funnel);
  });

  it('waits for the next scan while its source cannot be asked', async () => {
    const { userId } = await scanAll();
    const { states } = world.source.recheck;
    world.source.recheck.states = async () => {
      throw appError('source.unavailable');
    };
    try {
      expect(await world.scan(userId)).toMatchObject({ status: 'completed', funnel: { created: 0 } });
    } finally {
      world.source.recheck.states = states;
    }
    expect((await world.scan(userId)).funnel).toMatchObject({ created: 5 });
  });

  it('cannot be kept as a lead', async () => {
    const { userId, job } = await scanAll();
    const { postId } = await first(userId, job.id, 'below');
    world.source.gone.add(postId);
    expect(await funnel.keepAsLead(userId, job.id, postId)).toMatchObject({ status: 409, body: { code: 'post.gone' } });
    expect(await world.leads(userId)).toBe(25);
  });
});

describe('posts that cannot be kept as leads', () => {
  it('is a post whose words are gone: 409, and nothing changes', async () => {
    const { userId, job } = await scanAll();
    const { postId } = await first(userId, job.id, 'filtered');
    await documents()
      .collection<{ _id: string }>('reddit_post_cache')
      .deleteOne({ _id: `sample/${postId}` });
    expect(await funnel.keepAsLead(userId, job.id, postId)).toMatchObject({ status: 409, body: { code: 'post.gone' } });
    const removed = (await funnel.listAll(userId, job.id, 'filtered')).find(({ reason }) => reason.includes('removed'));
    expect(removed).toMatchObject({ canRescue: false });
    expect(await funnel.keepAsLead(userId, job.id, removed?.postId ?? '')).toMatchObject({
      status: 409,
      body: { code: 'post.gone' },
    });
    expect(await first(userId, job.id, 'filtered')).toMatchObject({ rescuedAt: null });
    expect(await world.leads(userId)).toBe(25);
  });

  it('is a post that is a lead already, and no event is published', async () => {
    const { userId, job } = await scanAll();
    const created = await first(userId, job.id, 'created');
    expect(created.canRescue).toBe(false);
    expect(await funnel.keepAsLead(userId, job.id, created.postId)).toMatchObject({ status: 202, body: created });
  });

  it('is a post outside the scan, or of another user: 404', async () => {
    const { userId, job } = await scanAll();
    const { postId } = await first(userId, job.id, 'below');
    expect(await funnel.keepAsLead(userId, job.id, 't3_elsewhere')).toMatchObject({
      status: 404,
      body: { code: 'post.not-found' },
    });
    const other = await world.user([community]);
    expect(await funnel.keepAsLead(other, job.id, postId)).toMatchObject({
      status: 404,
      body: { code: 'scan.not-found' },
    });
    const nobody = { userId: null, params: { jobId: job.id, postId } };
    expect(await world.services.fetch(scanContract.rescuePost, nobody)).toMatchObject({ status: 401 });
  });
});
