import { figureOf, until } from '@earshot/core/testing';
import { authContract } from '@earshot/proto/http/auth';
import { leadContract, leadList } from '@earshot/proto/http/lead';
import { listening, scanContract } from '@earshot/proto/http/scan';
import type { CommunityPost } from '@earshot/sources';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { asksChannel, type FeedDocument } from '../src/store/feed-store.ts';
import type { ListenerDocument } from '../src/store/listener-store.ts';
import type { VerdictDocument } from '../src/store/verdict-schema.ts';
import { z } from 'zod';
import { makePosts } from './fake-source.ts';
import { openScanWorld, type ScanWorld } from './scan-world.ts';

let world: ScanWorld;
let shiftMs = 0;
/** Runs, and moves ahead by hand, so that communities are due to be read. */
const clock = { now: () => new Date(Date.now() + shiftMs) };
beforeAll(async () => {
  world = await openScanWorld({ clock });
});
afterAll(() => world.services.stop());

const documents = <T extends object>(name: string) =>
  world.services.platformOf('scan').documents.collection<T & { userId?: string; name?: string }>(name);
const feedOf = (name: string) => documents<FeedDocument>('community_feeds').findOne({ name });
const communities = z.array(z.object({ id: z.string() }));
const hourMs = 3_600_000;

/** What the community has when users begin to listen. */
const earlier = (community: string, count = 3) =>
  makePosts(community, count, { buyerEvery: 1, newest: new Date(clock.now().getTime() - hourMs) });

/** A post of a buyer, or of somebody who chats. */
function arrives(community: string, isBuyer = true): CommunityPost {
  const [buyer, chatter] = makePosts(community, 2, { buyerEvery: 2, newest: clock.now() });
  const post = (isBuyer ? buyer : chatter) ?? fail();
  const before = world.source.communities.get(community) ?? [];
  world.source.communities.set(community, [post, ...before]);
  return post;
}

function fail(): never {
  throw new Error('makePosts made no post');
}

/** Moves ahead until all communities are due, and waits for ingest to have read one. */
async function readAgain(community: string): Promise<void> {
  shiftMs += 5 * hourMs;
  const from = clock.now();
  await until(`${community} is read`, async () => {
    // Ingest looks at its plan only every few seconds while nobody asks.
    await world.services.platformOf('scan').kv.publish(asksChannel, 'sample');
    return ((await feedOf(community))?.headFetchedAt ?? from) > from;
  });
}

async function listener(communities: readonly string[], options: Parameters<ScanWorld['user']>[1] = {}) {
  const userId = await world.user(communities, { listen: true, scanFrequency: 'manual', ...options });
  await until('Earshot listens', async () => (await state(userId)).communities === communities.length);
  for (const name of communities) await until(`${name} is read`, async () => (await feedOf(name))?.heard);
  return userId;
}

async function state(userId: string) {
  return listening.parse((await world.services.fetch(scanContract.listening, { userId })).body);
}

async function leadsOf(userId: string) {
  return leadList.parse((await world.services.fetch(leadContract.listLeads, { userId })).body).leads;
}

const verdictsOf = (userId: string) => documents<VerdictDocument>('scan_verdicts').find({ userId }).toArray();

async function save(userId: string, body: Record<string, unknown>) {
  const { status } = await world.services.fetch(leadContract.saveConfiguration, { userId, body });
  expect(status).toBe(200);
}

/** Reads a community, with a second user who shows when its posts are judged. */
async function judgedForOthers(community: string, witness: string): Promise<void> {
  const { id } = arrives(community);
  await readAgain(community);
  await until('the other user has the lead', async () =>
    (await leadsOf(witness)).some((lead) => lead.redditPostId === id),
  );
}

describe('a user who listens', () => {
  it('gets a lead of a post that comes between scans, without a job, and only of what came since', async () => {
    world.source.communities.set('heard', earlier('heard', 30));
    const userId = await listener(['heard']);
    const { id } = arrives('heard');
    arrives('heard', false);
    await readAgain('heard');
    await until('the lead', async () => (await leadsOf(userId)).length > 0);
    expect((await leadsOf(userId)).map(({ redditPostId }) => redditPostId)).toEqual([id]);
    expect(await documents('scan_jobs').countDocuments({ userId })).toBe(0);
    await until('the outcome', async () => (await verdictsOf(userId)).some(({ outcome }) => outcome === 'created'));
    expect((await verdictsOf(userId)).map(({ outcome }) => outcome).toSorted()).toEqual(['created', 'filtered']);
    expect((await state(userId)).heardAt).not.toBeNull();
    const scrape = await world.services.scrape();
    expect(figureOf(scrape, 'heardLeadSeconds')).toBeGreaterThan(0);
    expect(figureOf(scrape, 'heardPosts')).toBeGreaterThanOrEqual(2);
  });

  it('shares the read of a community with everybody', async () => {
    world.source.communities.set('shared', earlier('shared'));
    const users = await Promise.all([listener(['shared']), listener(['shared']), listener(['shared'])]);
    const { id } = arrives('shared');
    await readAgain('shared');
    for (const userId of users)
      await until('the lead', async () => (await leadsOf(userId)).some((lead) => lead.redditPostId === id));
    const feed = await feedOf('shared');
    // The complete read at the start, and one after five hours.
    expect(feed?.revision).toBeLessThanOrEqual(3);
  });

  it('has a later scan count the posts as known', async () => {
    world.source.communities.set('later', earlier('later', 10));
    const userId = await listener(['later']);
    arrives('later');
    await readAgain('later');
    await until('the lead', async () => (await leadsOf(userId)).length === 1);
    const job = await world.scan(userId);
    expect(job).toMatchObject({ status: 'completed', newLeadsFound: 10 });
    expect(job.funnel).toMatchObject({ fetched: 11, known: 1 });
  });

  it('gets no more leads a day than the limit of the day, whatever that of a scan', async () => {
    world.source.communities.set('limited', earlier('limited'));
    const userId = await listener(['limited'], { maxLeadsPerDay: 50, maxLeadsPerScan: 25 });
    for (let n = 0; n < 52; n += 1) arrives('limited');
    await readAgain('limited');
    await until('52 outcomes', async () => {
      const outcomes = (await verdictsOf(userId)).map(({ outcome }) => outcome);
      return outcomes.filter((one) => one === 'created' || one === 'capped').length === 52;
    });
    expect(await world.leads(userId)).toBe(50);
  });

  it('gets no lead of a post that is gone', async () => {
    world.source.communities.set('removed', earlier('removed'));
    const userId = await listener(['removed']);
    world.source.gone.add(arrives('removed').id);
    const { id } = arrives('removed');
    await readAgain('removed');
    await until('the other lead', async () => (await leadsOf(userId)).length === 1);
    expect((await leadsOf(userId)).map(({ redditPostId }) => redditPostId)).toEqual([id]);
  });
});

describe('listening ends at once', () => {
  it('when the user turns it off', async () => {
    world.source.communities.set('off', earlier('off'));
    const [userId, witness] = [await listener(['off']), await listener(['off'])];
    await save(userId, { listen: false });
    await until('the switch is followed', async () => (await state(userId)).communities === 0);
    await judgedForOthers('off', witness);
    expect(await verdictsOf(userId)).toEqual([]);
    await save(witness, { listen: false });
    await until('the switch is followed', async () => (await state(witness)).communities === 0);
    shiftMs += 5 * hourMs;
    await until('ingest reads it no more', async () => (await feedOf('off'))?.listensAt === undefined);
  });

  it('when the user removes the community', async () => {
    world.source.communities.set('left', earlier('left'));
    const [userId, witness] = [await listener(['left']), await listener(['left'])];
    const { body } = await world.services.fetch(leadContract.listSubreddits, { userId });
    const [community] = communities.parse(body);
    await world.services.fetch(leadContract.deleteSubreddit, { userId, params: { id: community?.id ?? '' } });
    await until('it is followed', async () => (await state(userId)).communities === 0);
    await judgedForOthers('left', witness);
    expect(await verdictsOf(userId)).toEqual([]);
  });

  it('when there is no business to judge for', async () => {
    world.source.communities.set('nothing', earlier('nothing'));
    const userId = await listener(['nothing']);
    await save(userId, { businessDescription: ' ' });
    await until('it is followed', async () => (await state(userId)).communities === 0);
  });
});

it('a changed limit applies to the next post', async () => {
  world.source.communities.set('changed', earlier('changed'));
  const userId = await listener(['changed']);
  await world.services.fetch(authContract.savePreferences, { userId, body: { maxLeadsPerDay: 50 } });
  await until('the limit is followed', async () => {
    const stored = await documents<ListenerDocument>('scan_listeners').findOne({ userId });
    return stored?.settings.maxLeadsPerDay === 50;
  });
});
