import { allServices } from '@earshot/all-in-one/services';
import { analyticsModels } from '@earshot/analytics/facts';
import { until } from '@earshot/core/testing';
import { startTestServices, type TestServices } from '@earshot/testing';
import { publishFoundPosts } from '../../../e2e/src/found-verdicts.ts';
import { analyticsContract, authContract, discoveryContract, leadContract } from '@earshot/proto/http';
import { discoveryAnalytics } from '@earshot/proto/http/analytics';
import { user } from '@earshot/proto/http/auth';
import { leadList, subreddit } from '@earshot/proto/http/lead';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allHandled } from './handled.ts';
import { run } from './operate.ts';

let folder: string;
let product: TestServices;
let userId: string;

const rebuild = () => run(['analytics', 'rebuild'], { EARSHOT_DATA: folder });
const start = () => startTestServices(allServices, { folder, mongo: null, settings: { PORT: '0' } });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-rebuild-'));
  product = await start();
  const visitor = await search('Strings for old violins', randomUUID());
  await search('Strings for old violins', randomUUID());
  await search('Bows for old violins', visitor);
  const body = { email: 'counted@example.test', password: 'a quiet harbour' };
  const headers = { cookie: `earshot_visitor=${visitor}` };
  userId = user.parse((await product.fetch(authContract.register, { userId: null, body, headers })).body).id;
  const communities = await Promise.all(
    ['freelance', 'webdev', 'startups'].map(async (name) =>
      subreddit.parse((await product.fetch(leadContract.addSubreddit, { userId, body: { name } })).body),
    ),
  );
  await product.fetch(leadContract.deleteSubreddit, { userId, params: { id: communities[2]?.id ?? '' } });
  await findLeads(0, 30);
  await move(10, 'contacted');
  await move(4, 'responded');
  await allHandled(product);
  await until('the conversions', async () => (await models().conversion.countDocuments({}).exec()) === 2);
});

afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a public search as this visitor. */
async function search(productDescription: string, visitor: string): Promise<string> {
  const headers = { cookie: `earshot_visitor=${visitor}` };
  const body = { productDescription };
  const answer = await product.fetch(discoveryContract.discoverSubreddits, { userId: null, body, headers });
  expect(answer.status).toBe(200);
  return visitor;
}

/** Publishes found posts, as a worker does, and waits until they are leads. */
async function findLeads(from: number, count: number): Promise<void> {
  const found = Array.from({ length: count }, (_, n) => ({
    postId: `t3_${from + n}`,
    postCreatedAt: new Date().toISOString(),
    score: 5 + (n % 50) / 10,
    subreddit: 'freelance',
    author: `author_${from + n}`,
  }));
  await publishFoundPosts(product, userId, found, { jobId: `found-by-a-test-${from}`, threshold: 5 });
  await until('the leads', async () => (await leads()).total === from + count);
}

async function leads() {
  const query = { limit: '100', sortBy: 'oldest' };
  return leadList.parse((await product.fetch(leadContract.listLeads, { userId, query })).body);
}

async function move(count: number, status: string): Promise<void> {
  for (const { id } of (await leads()).leads.slice(0, count)) {
    const { status: code } = await product.fetch(leadContract.changeLeadStatus, {
      userId,
      params: { id },
      body: { status },
    });
    expect(code).toBe(200);
  }
}

async function figures(): Promise<unknown[]> {
  const stats = await product.fetch(analyticsContract.stats, { userId });
  const query = { timeRange: 'day' };
  const dashboard = await product.fetch(analyticsContract.adminDashboard, { userId, admin: true, query });
  const searches = await product.fetch(analyticsContract.discoveryAnalytics, { userId, admin: true, query });
  const { totalRequests, conversions, conversionRate } = discoveryAnalytics.parse(searches.body);
  return [stats.body, dashboard.body, { totalRequests, conversions, conversionRate }];
}

/** The stored read models. */
function models() {
  return analyticsModels(product.platformOf('analytics').documents);
}

/** All facts except those of communities that nobody watches. */
async function facts(): Promise<unknown[]> {
  const found = Object.values(models()).map(({ collection }) =>
    collection
      .find({ isActive: { $ne: false } })
      .sort({ _id: 1 })
      .toArray(),
  );
  return (await Promise.all(found)).flat();
}

/** Removes, changes and adds facts of every kind. */
async function wreck(): Promise<void> {
  const { lead, community, user: users, scan, request, conversion } = models();
  const now = new Date();
  for (const { collection } of [lead, community, users, scan, request, conversion]) {
    const [first, second] = await collection.find({}).limit(2).toArray();
    if (first !== undefined) await collection.deleteOne({ _id: first._id });
    if (second !== undefined)
      await collection.replaceOne({ _id: second._id }, { nonsense: [{ very: 'much' }], nothing: [], none: null });
    const bogus = {
      userId,
      createdAt: now,
      startedAt: now,
      registeredAt: now,
      at: now,
      status: 'responded',
      revision: 1_000,
    };
    const documents: Record<string, unknown>[] = [
      { ...bogus, _id: `0 ${randomUUID()}`, isActive: true },
      { ...bogus, _id: `z ${randomUUID()}`, isActive: true },
    ];
    await collection.insertMany(documents);
  }
  await lead.collection.updateMany({}, { $inc: { revision: 1_000 }, $set: { tenths: 64 } });
}

const figuresAtFirst = [
  { totalLeads: 30, leadsToday: 30, averageScore: 6.5, activeSubreddits: 2, responseRate: 40 },
  { totalUsers: 1, totalLeads: 30, activeScans: 0, newUsers: 1, newLeads: 30 },
  { totalRequests: 3, conversions: 1, conversionRate: 50 },
];

/** Expects a rebuild that finds all facts correct. */
async function expectAllRight(): Promise<void> {
  const { code, lines } = await rebuild();
  const untouched = expect.stringContaining(' known, 0 written, 0 removed');
  expect([code, ...lines.slice(1)]).toEqual([0, ...lines.slice(1).map(() => untouched)]);
  expect(lines.length).toBeGreaterThan(4);
}

describe('analytics rebuild', () => {
  it('changes no figure if all events were handled; a second run finds nothing to do', async () => {
    expect(await figures()).toEqual(figuresAtFirst);
    const { code, lines } = await rebuild();
    expect([code, lines[0]]).toEqual([0, `rebuilding the figures of the running Earshot of ${folder}`]);
    expect(await figures()).toEqual(figuresAtFirst);
    await expectAllRight();
  });

  it('corrects missing, changed and extra facts while Earshot runs', async () => {
    await rebuild();
    const before = await facts();
    await wreck();
    expect(await figures()).not.toEqual(figuresAtFirst);
    expect((await rebuild()).code).toBe(0);
    expect(await facts()).toEqual(before);
    expect(await figures()).toEqual(figuresAtFirst);
    await expectAllRight();
  });

  it('loses no change that happens during the rebuild', async () => {
    let [running, runs] = [true, 0];
    const again = async () => {
      for (; running; runs += 1) expect((await rebuild()).code).toBe(0);
    };
    const happens = async () => {
      for (let round = 0; round < 4; round += 1) {
        await findLeads(30 + 5 * round, 5);
        await move(3, 'responded');
        await move(3, 'contacted');
        await wreck();
      }
      await until('two runs', () => runs > 1);
      running = false;
    };
    await Promise.all([again(), happens()]);
    await allHandled(product);
    await rebuild();
    expect(await figures()).toMatchObject([
      { totalLeads: 50, activeSubreddits: 2, responseRate: 10 },
      { totalLeads: 50 },
      figuresAtFirst[2],
    ]);
    await expectAllRight();
    expect(runs).toBeGreaterThan(1);
  });

  it('counts events that arrive during the rebuild, without another run', async () => {
    const rounds = Array.from({ length: 3 }, () => rebuild());
    await findLeads(50, 20);
    await move(4, 'responded');
    expect((await Promise.all(rounds)).map(({ code }) => code)).toEqual([0, 0, 0]);
    await allHandled(product);
    expect(await figures()).toMatchObject([
      { totalLeads: 70, responseRate: 40 },
      { totalLeads: 70 },
      figuresAtFirst[2],
    ]);
    await expectAllRight();
  });

  it('restores no data of a deleted account', async () => {
    const body = { email: 'gone@example.test', password: 'a quiet harbour' };
    const gone = user.parse((await product.fetch(authContract.register, { userId: null, body })).body).id;
    await product.fetch(leadContract.addSubreddit, { userId: gone, body: { name: 'freelance' } });
    await allHandled(product);
    const { bus, event } = product.platformOf('auth');
    await bus.publish([event({ userId: gone, payload: { case: 'accountDeleted', value: {} } }).record]);
    await allHandled(product);
    expect((await rebuild()).code).toBe(0);
    expect(JSON.stringify(await facts())).not.toContain(gone);
    await product.platformOf('auth').documents.collection('users').deleteOne({ emailKey: body.email });
    await product.platformOf('lead').documents.collection('subreddits').deleteMany({ userId: gone });
    await expectAllRight();
  });

  it('rebuilds a folder on which no Earshot runs', async () => {
    const before = await figures();
    await wreck();
    await product.stop();
    const { code, lines } = await rebuild();
    expect([code, lines[0]]).toEqual([0, `rebuilding the figures of the data folder ${folder}`]);
    await expectAllRight();
    product = await start();
    expect(await figures()).toEqual(before);
  });

  it.each([
    [[], 'analytics needs a verb'],
    [['drop'], 'unknown verb "drop"'],
    [['rebuild', 'now'], 'unknown argument "now"'],
  ])('prints the usage for %j', async (args, complaint) => {
    const { code, lines } = await run(['analytics', ...args]);
    expect([code, lines[0]]).toEqual([2, complaint]);
    expect(lines.join('\n')).toContain('analytics -- rebuild');
  });

  it.each([
    [{ KAFKA_BROKERS: 'a:1' }, 'Set EARSHOT_DATA for a data folder, or MONGODB_URL for a cluster'],
    [{ EARSHOT_DATA: '/tmp/no-such-earshot' }, 'There is no Earshot data in /tmp/no-such-earshot'],
  ])('refuses the settings %j', async (settings, complaint) => {
    const { code, lines } = await run(['analytics', 'rebuild'], settings);
    expect([code, lines.join()]).toEqual([1, expect.stringContaining(complaint)]);
  });
});
