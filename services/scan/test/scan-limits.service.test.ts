import { fixedModel, type Llm, LlmError } from '@earshot/llm';
import { newId } from '@earshot/core';
import { limits } from '@earshot/proto/limits';
import { figureOf, until } from '@earshot/core/testing';
import { leadContract } from '@earshot/proto/http/lead';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makePosts } from './fake-source.ts';
import { openScanWorld, residue, type ScanWorld } from './scan-world.ts';

let world: ScanWorld;

function fill(community: string, count: number): void {
  world.source.communities.set(community, makePosts(community, count, { buyerEvery: 1, newest: new Date() }));
}

describe('the limits of a scan', () => {
  beforeEach(async () => {
    world = await openScanWorld();
  });
  afterEach(() => world.services.stop());

  it('keeps back what is over the limit of a scan, and takes it first the next time without scoring', async () => {
    fill('freelance', 60);
    const userId = await world.user(['freelance'], { maxLeadsPerScan: 25 });
    const first = await world.scan(userId);
    expect(first).toMatchObject({ status: 'completed', newLeadsFound: 25, funnel: { created: 25, capped: 35 } });
    const second = await world.scan(userId);
    // The carried-over posts count as scored in this job; the other 35 posts of the community are known.
    expect(second).toMatchObject({ newLeadsFound: 25, funnel: { fetched: 60, known: 35, scored: 25, created: 25 } });
    const third = await world.scan(userId);
    expect(third).toMatchObject({ newLeadsFound: 10, funnel: { fetched: 60, known: 50, created: 10 } });
    expect([first, second, third].map(residue)).toEqual([0, 0, 0]);
    expect(await world.leads(userId)).toBe(60);
    expect(await world.scan(userId)).toMatchObject({ newLeadsFound: 0, funnel: { fetched: 60, known: 60 } });
    const scrape = await until('four scans counted', async () => {
      const text = await world.services.scrape();
      return figureOf(text, 'scans', { status: 'completed' }) === 4 && text;
    });
    expect(figureOf(scrape, 'scanPosts', { fate: 'created' })).toBe(60);
    expect(figureOf(scrape, 'leadsCreated', { origin: 'scan' })).toBe(60);
    expect(figureOf(scrape, 'leadsRefused', { reason: 'scan-limit' })).toBe(35);
    expect(figureOf(scrape, 'postsScored', { scorer: 'keyless' })).toBe(60);
  });

  it('keeps the newest 500 scans of an account', async () => {
    fill('freelance', 1);
    const userId = await world.user(['freelance']);
    const first = await world.scan(userId);
    const jobs = world.services.platformOf('scan').documents.collection<{ _id: string }>('scan_jobs');
    const stored = await until('its events published', () =>
      jobs.findOne({ _id: first.id, outboxAt: { $exists: false } }),
    );
    const later = (minutes: number) => new Date(Date.parse(first.createdAt) + minutes * 60_000);
    await jobs.insertMany(
      Array.from({ length: limits.scans.most }, (_, n) => ({ ...stored, _id: newId(), createdAt: later(n - 600) })),
    );
    await world.scan(userId);
    expect(await jobs.countDocuments({ userId })).toBe(limits.scans.most);
    expect(await jobs.findOne({ userId, createdAt: later(-600) })).toBeNull();
    expect(await jobs.findOne({ _id: first.id })).not.toBeNull();
  });

  it('reports when the daily limit ends, which is no error', async () => {
    fill('freelance', 60);
    const userId = await world.user(['freelance'], { maxLeadsPerScan: 100, maxLeadsPerDay: 50 });
    const job = await world.scan(userId);
    expect(job).toMatchObject({ status: 'completed', newLeadsFound: 50, errorMessage: null, funnel: { capped: 10 } });
    const resetsAt = new Date(job.limitResetsAt ?? 0);
    expect(resetsAt.getTime()).toBeGreaterThan(Date.parse(job.createdAt));
    expect(resetsAt.toISOString()).toMatch(/T00:00:00\.000Z$/);
    const next = await world.scan(userId);
    expect(next).toMatchObject({ status: 'completed', newLeadsFound: 0, limitResetsAt: job.limitResetsAt });
    expect(residue(next)).toBe(0);
  });

  it('makes leads of posts that a stricter strategy had left below, without scoring them again', async () => {
    fill('freelance', 5);
    const userId = await world.user(['freelance']);
    await world.scan(userId);
    const verdicts = world.services.platformOf('scan').documents.collection('scan_verdicts');
    // Changes two verdicts to the state in which a scan with the focused strategy would have left them.
    const two = await verdicts.find({ outcome: 'created' }).limit(2).toArray();
    const evidence = {
      title: 'Kept',
      content: 'text',
      url: 'https://example.org/kept',
      relevance: 'medium',
      matchReason: 'Fits.',
      scorerVersion: 'v',
      parts: [],
    };
    for (const [index, { _id }] of two.entries()) {
      // Copies of a post by one author would be one lead.
      const written = { ...evidence, author: `author_${index}` };
      await verdicts.updateOne({ _id }, { $set: { outcome: 'below', score: 5.5, waits: true, evidence: written } });
    }
    const leads = world.services.platformOf('lead').documents.collection('leads');
    await leads.deleteMany({ redditPostId: { $in: two.map((verdict) => String(verdict['postId'])) } });
    expect(await world.scan(userId)).toMatchObject({ newLeadsFound: 0, funnel: { known: 5 } });
    await world.services.fetch(leadContract.saveConfiguration, { userId, body: { searchStrategy: 'broad' } });
    expect(await world.scan(userId)).toMatchObject({ newLeadsFound: 2, funnel: { known: 3, created: 2 } });
  });
});

describe('a scorer that gives nothing', () => {
  const llm: Llm = {
    complete: async () => {
      throw new LlmError('refused', 'the model gave nothing');
    },
  };

  beforeEach(async () => {
    world = await openScanWorld({ platform: (platform) => ({ ...platform, model: fixedModel(llm) }) });
  });
  afterEach(() => world.services.stop());

  it('leaves posts unscored, and the next scan tries them again', async () => {
    fill('freelance', 4);
    const userId = await world.user(['freelance']);
    for (const _ of ['first', 'second']) {
      const job = await world.scan(userId);
      expect(job).toMatchObject({
        status: 'completed',
        newLeadsFound: 0,
        funnel: { fetched: 4, known: 0, unscored: 4 },
      });
      expect(residue(job)).toBe(0);
    }
  });
});
