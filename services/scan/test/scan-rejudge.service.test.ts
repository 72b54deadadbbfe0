import type { Llm } from '@earshot/llm';
import { fixedModel, LlmError } from '@earshot/llm';
import { openAiLlm } from '@earshot/llm/openai';
import { until } from '@earshot/core/testing';
import { leadContract, leadList } from '@earshot/proto/http/lead';
import { scanContract, scanPreview } from '@earshot/proto/http/scan';
import { lastMessage, startFakeOpenAi } from '@earshot/testing/fake-open-ai';
import type { FakeOpenAi } from '@earshot/testing/fake-open-ai';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { business, makePosts } from './fake-source.ts';
import { scanModels } from '../src/store/models.ts';
import { sentPosts } from '@earshot/scoring/testing';
import type { ScanWorld } from './scan-world.ts';
import { openScanWorld } from './scan-world.ts';

/** Fits the posts less than the first business does. */
const narrower =
  'Ledgerly is bookkeeping software for small businesses. It keeps the books ready for the accountant and sends invoices to customers.';
const plumbers =
  'Ledgerly is an invoicing and bookkeeping tool for plumbers: it sends invoices and chases late payments.';
const florist = 'We sell flowers and arrange bouquets for weddings in Vienna.';

const buyersOf = (name: string, count: number) => makePosts(name, count, { buyerEvery: 1, newest: new Date() });
const buyers = (count: number) => buyersOf('freelance', count);

/** Posts that describe a problem, unlike those of `buyersOf`. */
function troubles(name: string, count: number) {
  return buyersOf(name, count).map((post, n) => ({
    ...post,
    title: `Struggling with late invoices (${n})`,
    selftext:
      'My freelance clients pay their invoices late and I am struggling to chase them. Bookkeeping eats my weekends. How do others keep track of invoices?',
  }));
}

/** Longer than the interval of the background work. */
const patientMs = 60_000;

const equalMaps = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>) =>
  JSON.stringify([...one].sort()) === JSON.stringify([...other].sort());

async function leadsOf(world: ScanWorld, userId: string) {
  const { body } = await world.services.fetch(leadContract.listLeads, { userId, query: { limit: '100' } });
  return leadList.parse(body).leads;
}

async function save(world: ScanWorld, userId: string, body: Record<string, unknown>): Promise<void> {
  expect((await world.services.fetch(leadContract.saveConfiguration, { userId, body })).status).toBe(200);
}

/** The scores of Test Settings by post. */
async function tested(world: ScanWorld, userId: string, subreddit: string): Promise<Map<string, string>> {
  const answer = await world.services.fetch(scanContract.previewScan, { userId, body: { subreddit } });
  return new Map(scanPreview.parse(answer.body).posts.map((post) => [post.redditPostId, post.score]));
}

describe('without a model', () => {
  let world: ScanWorld;
  beforeAll(async () => {
    world = await openScanWorld();
    world.source.communities.set('freelance', buyers(4));
  });
  afterAll(() => world.services.stop());

  it('after the business has changed, new leads have the score of Test Settings', async () => {
    const userId = await world.user(['freelance']);
    await world.scan(userId);
    const before = await leadsOf(world, userId);
    expect(before.length).toBeGreaterThan(1);
    const first = await tested(world, userId, 'freelance');
    for (const { redditPostId, score } of before) expect(first.get(redditPostId)).toBe(score);

    await save(world, userId, { businessDescription: narrower, searchStrategy: 'broad' });
    const second = await tested(world, userId, 'freelance');
    expect(second).not.toEqual(first);
    const after = await until('the scores of Test Settings', async () => {
      const leads = await leadsOf(world, userId);
      return leads.every(({ redditPostId, score }) => second.get(redditPostId) === score) && leads;
    });
    expect(after.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
  });

  it('a lead that no longer fits is withdrawn, and comes back with the old business', async () => {
    const userId = await world.user(['freelance']);
    await world.scan(userId);
    const before = await leadsOf(world, userId);
    const statusesAre = (status: string) =>
      until(status, async () => {
        const leads = await leadsOf(world, userId);
        return leads.every((lead) => lead.status === status) && leads;
      });
    await save(world, userId, { businessDescription: florist });
    for (const { withdrawn } of await statusesAre('skipped'))
      expect(withdrawn?.reason).toBe('Your business changed. The post shares hardly any topic with your business.');
    await save(world, userId, { businessDescription: business });
    const again = await statusesAre('new');
    expect(again.map(({ id, score }) => [id, score]).sort()).toEqual(before.map(({ id, score }) => [id, score]).sort());
  });

  it('a stricter strategy withdraws the leads below its threshold, and they come back with the old one', async () => {
    const selftext = 'I am struggling with my small shop.';
    const posts = buyersOf('smallbusiness', 3).map((post, n) => ({ ...post, title: `Bookkeeping (${n})`, selftext }));
    world.source.communities.set('smallbusiness', posts);
    const userId = await world.user(['smallbusiness'], { searchStrategy: 'broad' });
    await world.scan(userId);
    const before = await leadsOf(world, userId);
    expect(before.length).toBe(3);
    for (const { score } of before) expect(Number(score)).toBeLessThan(7);
    const statusesAre = (status: string) =>
      until(status, async () => {
        const leads = await leadsOf(world, userId);
        return leads.every((lead) => lead.status === status) && leads;
      });
    await save(world, userId, { searchStrategy: 'focused' });
    for (const { withdrawn } of await statusesAre('skipped'))
      expect(withdrawn?.reason).toMatch(
        /^Your search strategy changed\. Its score is now .* under your threshold of 7\.0/,
      );
    await save(world, userId, { searchStrategy: 'broad' });
    expect((await statusesAre('new')).map(({ id, score }) => [id, score]).sort()).toEqual(
      before.map(({ id, score }) => [id, score]).sort(),
    );
  });

  it('new leads take what was learned from later ratings', async () => {
    const posts = (name: string) => [...buyersOf(name, 8), ...troubles(name, 8)];
    for (const name of ['startups', 'accounting']) world.source.communities.set(name, posts(name));
    const userId = await world.user(['startups', 'accounting'], { searchStrategy: 'broad' });
    await world.scan(userId);
    const rated = (await leadsOf(world, userId)).filter(({ subreddit }) => subreddit === 'startups');
    const before = await tested(world, userId, 'accounting');
    for (const { id, title } of rated) {
      const body = { rating: title.startsWith('Struggling') ? 'up' : 'down' };
      await world.services.fetch(leadContract.rateLead, { userId, params: { id }, body });
    }
    await until(
      'the learned scores',
      async () => {
        const wanted = await tested(world, userId, 'accounting');
        if (equalMaps(wanted, before)) return false;
        const leads = (await leadsOf(world, userId)).filter(({ subreddit }) => subreddit === 'accounting');
        return leads.length > 0 && leads.every(({ redditPostId, score }) => wanted.get(redditPostId) === score);
      },
      patientMs,
      7_000,
    );
  });

  it('a new lead takes the text of its edited post, and the score of Test Settings', async () => {
    world.source.communities.set('bookkeeping', buyersOf('bookkeeping', 2));
    const userId = await world.user(['bookkeeping']);
    await world.scan(userId);
    const posts = world.source.communities.get('bookkeeping') ?? [];
    const title = 'Found invoicing software that chases late payments, thanks!';
    world.source.communities.set(
      'bookkeeping',
      posts.map((post, n) => ({ ...post, title: `${title} (${n})` })),
    );
    await world.services.platformOf('scan').documents.collection('community_feeds').deleteMany({});
    await world.scan(userId);
    await until(
      'the edited texts',
      async () => {
        const leads = await leadsOf(world, userId);
        return leads.length === 2 && leads.every((lead) => lead.title.startsWith(title));
      },
      patientMs,
    );
    const scores = await tested(world, userId, 'bookkeeping');
    for (const { redditPostId, score } of await leadsOf(world, userId)) expect(score).toBe(scores.get(redditPostId));
  });
});

it('leads of an earlier release of the scorer are judged again after the start, once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-rejudge-'));
  const first = await openScanWorld({ folder });
  first.source.communities.set('freelance', buyers(2));
  const userId = await first.user(['freelance']);
  await first.scan(userId);
  const before = await leadsOf(first, userId);
  const leads = first.services.platformOf('lead').documents.collection('leads');
  await leads.updateMany({ userId }, { $set: { score: 9.9, businessVersion: 'of an earlier scorer' } });
  const { rejudgement: stored } = scanModels(first.services.platformOf('scan').documents);
  const { round = 0 } = (await stored.findByIdAndUpdate(userId, { $set: { release: 'earlier' } }).lean()) ?? {};
  await first.services.stop();
  const second = await openScanWorld({ folder, source: first.source });
  await until(
    'the judged leads',
    async () => {
      const after = await leadsOf(second, userId);
      return after.every(({ id, score }) => before.some((lead) => lead.id === id && lead.score === score));
    },
    patientMs,
  );
  const { rejudgement } = scanModels(second.services.platformOf('scan').documents);
  expect(await rejudgement.findById(userId).lean()).toMatchObject({ round: round + 1 });
  expect((await rejudgement.findById(userId).lean())?.release).toMatch(/^keyless-/);
  await second.services.stop();
  await rm(folder, { recursive: true });
});

describe('with a model', () => {
  let world: ScanWorld;
  let fake: FakeOpenAi;
  let isSpent = false;
  let isConnected = true;
  beforeAll(async () => {
    const none = { category: 'none', quote: null };
    fake = await startFakeOpenAi((request) => {
      const fits = !lastMessage(request, 'system').includes('for plumbers');
      const posts = sentPosts(request).map(({ key, title }) => {
        const quote = title.slice(0, 20);
        const [fit, need] = fits
          ? ([
              { category: 'core', quote },
              { category: 'provider', quote },
            ] as const)
          : [none, none];
        return { key, fit, need, stage: none, urgency: none, disqualifiers: [] };
      });
      return { content: JSON.stringify({ posts }) };
    });
    const real = openAiLlm({ apiKey: 'sk', baseUrl: fake.baseUrl, log: { warn: () => undefined } });
    const llm: Llm = {
      complete: (request) => (isSpent ? Promise.reject(new LlmError('over-budget', 'spent')) : real.complete(request)),
    };
    const model = { ...fixedModel(llm), current: () => (isConnected ? llm : null) };
    world = await openScanWorld({ platform: (platform) => ({ ...platform, model }) });
    world.source.communities.set('freelance', buyers(2));
  });
  afterAll(async () => {
    await world.services.stop();
    await fake.close();
  });

  it('leads wait for its budget, and are judged once for a business', async () => {
    const userId = await world.user(['freelance']);
    await world.scan(userId);
    const before = await leadsOf(world, userId);
    expect(before).toHaveLength(2);
    const callsOfScan = fake.calls.length;
    const { rejudgement } = scanModels(world.services.platformOf('scan').documents);
    const dueAt = async () => (await rejudgement.findById(userId).lean())?.dueAt;
    isSpent = true;
    await save(world, userId, { businessDescription: plumbers });
    await until('the work to wait', async () => ((await dueAt()) ?? 0) > new Date());
    expect(await leadsOf(world, userId)).toEqual(before);
    isSpent = false;
    await save(world, userId, { notificationMethod: 'none' });
    const withdrawn = await until('the judgement of the model', async () => {
      const leads = await leadsOf(world, userId);
      return leads.every(({ status }) => status === 'skipped') && leads;
    });
    for (const { score } of withdrawn) expect(score).toBe('0.0');
    await until('the end of the work', async () => (await dueAt()) === undefined);
    const calls = fake.calls.length;
    expect(calls).toBeGreaterThan(callsOfScan);
    await save(world, userId, { notificationMethod: 'email' });
    await until('the end of the next work', async () => (await rejudgement.findById(userId).lean())?.round === 4);
    await until('the end of the next work', async () => (await dueAt()) === undefined);
    expect(fake.calls).toHaveLength(calls);
  });

  it('leads are judged again when it is connected', async () => {
    isConnected = false;
    const userId = await world.user(['freelance'], { businessDescription: plumbers });
    await world.scan(userId);
    const before = await leadsOf(world, userId);
    expect(before).toHaveLength(2);
    for (const { aiAnalysis } of before) expect(aiAnalysis.scorerVersion).toMatch(/^keyless-/);
    isConnected = true;
    const withdrawn = await until(
      'the judgement of the model',
      async () => {
        const leads = await leadsOf(world, userId);
        return leads.every(({ status }) => status === 'skipped') && leads;
      },
      patientMs,
    );
    for (const lead of withdrawn) expect(lead.withdrawn?.reason).toMatch(/^Your business or the scorer changed\. /);
  });
});
