import { until } from '@earshot/core/testing';
import { leadContract } from '@earshot/proto/http/lead';
import { scanContract, scanPreview } from '@earshot/proto/http/scan';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { business } from './fake-source.ts';
import { scanModels } from '../src/store/models.ts';
import { buyers, buyersOf, leadsOf, patientMs, save, untilAllAre } from './rejudged-leads.ts';
import { openScanWorld, type ScanWorld } from './scan-world.ts';

/** Fits the posts less than the first business does. */
const narrower =
  'Ledgerly is bookkeeping software for small businesses. It keeps the books ready for the accountant and sends invoices to customers.';
const florist = 'We sell flowers and arrange bouquets for weddings in Vienna.';

/** Posts that describe a problem, unlike those of `buyersOf`. */
function troubles(name: string, count: number) {
  return buyersOf(name, count).map((post, n) => ({
    ...post,
    title: `Struggling with late invoices (${n})`,
    selftext:
      'My freelance clients pay their invoices late and I am struggling to chase them. Bookkeeping eats my weekends. How do others keep track of invoices?',
  }));
}

const equalMaps = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>) =>
  JSON.stringify([...one].sort()) === JSON.stringify([...other].sort());

/** The scores of Test Settings by post. */
async function tested(world: ScanWorld, userId: string, community: string): Promise<Map<string, string>> {
  const answer = await world.services.fetch(scanContract.previewScan, { userId, body: { subreddit: community } });
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
    await save(world, userId, { businessDescription: florist });
    for (const { withdrawn } of await untilAllAre(world, userId, 'skipped'))
      expect(withdrawn?.reason).toBe('Your business changed. The post shares hardly any topic with your business.');
    await save(world, userId, { businessDescription: business });
    const again = await untilAllAre(world, userId, 'new');
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
    await save(world, userId, { searchStrategy: 'focused' });
    for (const { withdrawn } of await untilAllAre(world, userId, 'skipped'))
      expect(withdrawn?.reason).toMatch(
        /^Your search strategy changed\. Its score is now .* under your threshold of 7\.0/,
      );
    await save(world, userId, { searchStrategy: 'broad' });
    expect((await untilAllAre(world, userId, 'new')).map(({ id, score }) => [id, score]).sort()).toEqual(
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
