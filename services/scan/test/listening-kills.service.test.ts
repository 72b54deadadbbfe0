import type { KeyValue, Lease } from '@earshot/core';
import { random, series, until } from '@earshot/core/testing';
import { embeddedKeyValue, type Platform, type Relay } from '@earshot/service-kit';
import { leadContract, leadList } from '@earshot/proto/http/lead';
import type { CommunityPost } from '@earshot/sources';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Model } from 'mongoose';
import { feedPlan } from '../src/ingest/feed-plan.ts';
import { createPlanner } from '../src/ingest/planner.ts';
import { postModel } from '../src/ingest/post-schema.ts';
import { postEvents, postWriter } from '../src/ingest/post-writer.ts';
import { asksChannel, feedModel } from '../src/store/feed-store.ts';
import { Crash, crasher, type Step } from './crasher.ts';
import { makePosts } from './fake-source.ts';
import { ingestDeps } from './ingest-world.ts';
import { openScanWorld, type ScanWorld } from './scan-world.ts';

/**
 * Processes of ingest that die before or after a random write of posts or feeds, and are replaced once their leases have
 * expired, while posts arrive and a user listens. The other services run as usual.
 */
const firstSeed = Number(process.env['SEED'] ?? 31_337);
const seeds = Array.from({ length: series({ ci: 3, soak: 20 }) }, (_, n) => firstSeed + n);
const rounds = 6;
const hourMs = 3_600_000;
const leaseMs = 20_000;
/** A page with new posts is about this many writes. */
const writesARead = 12;

let world: ScanWorld;
let platform: Platform;
let kv: ReturnType<typeof embeddedKeyValue>;
let relay: Relay;
let shiftMs = 0;
const clock = { now: () => new Date(Date.now() + shiftMs) };
beforeAll(async () => {
  process.stdout.write(`kills of ingest: SEED=${firstSeed} repeats them\n`);
  world = await openScanWorld({ clock, ingest: false });
  platform = world.services.platformOf('scan');
  kv = embeddedKeyValue({ clock });
  relay = platform.relay(feedModel(platform.documents));
  await relay.start();
  // Small pages, so that a read has several.
  world.source.pageCap = 5;
});
afterAll(async () => {
  await relay.stop();
  await kv.stop();
  await world.services.stop();
});

const writes = new Set(['insertMany', 'updateOne', 'updateMany']);

/** The model, whose writes are steps. */
function stepped<T>(model: Model<T>, step: Step): Model<T> {
  return new Proxy(model, {
    get: (target, name): unknown => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      const call = (...given: unknown[]): unknown => Reflect.apply(value, target, given);
      return writes.has(String(name)) ? (...given: unknown[]) => step(async () => call(...given)) : call;
    },
  });
}

/** A process that dies at its write number `at`. From then on nothing that it does has an effect. */
function mortal(at: number, when: 'before' | 'after') {
  const { step: once } = crasher(at, when);
  let isDead = false;
  const step: Step = async (effect) => {
    if (isDead) throw new Crash();
    try {
      return await once(effect);
    } catch (error) {
      isDead ||= error instanceof Crash;
      throw error;
    }
  };
  const lease: KeyValue['lease'] = async (...given) => {
    if (isDead) throw new Crash();
    const taken: Lease | null = await kv.lease(...given);
    if (taken === null) return null;
    return {
      renew: async (ms) => !isDead && taken.renew(ms),
      release: async () => {
        if (!isDead) await taken.release();
      },
    };
  };
  const { documents, event } = platform;
  const feeds = stepped(feedModel(documents), step);
  const posts = stepped(postModel(documents), step);
  const planner = createPlanner({
    ...ingestDeps(platform, world.source, { ...clock, pass: () => undefined }),
    plan: feedPlan(feeds),
    posts: postWriter({ model: posts, events: postEvents(event), notify: () => undefined }),
    kv: { ...kv, lease },
    saved: () => relay.notify(),
  });
  return { planner, isDead: () => isDead };
}

async function isRead(name: string, from: Date): Promise<boolean> {
  const feed = await platform.documents
    .collection<{ name: string; headFetchedAt?: Date }>('community_feeds')
    .findOne({ name });
  return feed?.headFetchedAt !== undefined && feed.headFetchedAt >= from;
}

/** Reads the community with processes that die, until one has read it. Resolves with the number of deaths. */
async function readWithDeaths(name: string, next: () => number, mostDeaths: number): Promise<number> {
  const from = clock.now();
  for (let deaths = 0; ; deaths += 1) {
    const at = deaths < mostDeaths ? 1 + Math.floor(next() * writesARead) : Infinity;
    const { planner, isDead } = mortal(at, next() < 0.5 ? 'before' : 'after');
    await planner.start();
    await until(`${name} is read, or its process is dead`, async () => {
      await kv.publish(asksChannel, 'sample');
      return isDead() || (await isRead(name, from));
    });
    await planner.stop();
    if (await isRead(name, from)) return deaths;
    // The next process may only read it when the lease of the dead one has expired.
    shiftMs += leaseMs + 1_000;
  }
}

let deaths = 0;

it.each(seeds)('kills of ingest lose no post, and judge none twice: seed %d', async (seed) => {
  const next = random(seed);
  const name = `kills_${seed}`;
  const before = makePosts(name, 8, { buyerEvery: 1, newest: new Date(clock.now().getTime() - hourMs) });
  world.source.communities.set(name, before);
  const userId = await world.user([name], { listen: true, scanFrequency: 'manual', maxLeadsPerDay: 1_000 });
  await until('the plan has it', async () =>
    platform.documents.collection('community_feeds').findOne({ name, listensAt: { $exists: true } }),
  );
  const arrived: CommunityPost[] = [];
  for (let round = 0; round < rounds; round += 1) {
    deaths += await readWithDeaths(name, next, round === rounds - 1 ? 0 : 2);
    shiftMs += 5 * hourMs;
    const posts = makePosts(name, Math.floor(next() * 9), { buyerEvery: 2, newest: clock.now() });
    arrived.push(...posts);
    world.source.communities.set(name, [...posts, ...(world.source.communities.get(name) ?? [])]);
  }
  await readWithDeaths(name, next, 0);
  const verdicts = platform.documents.collection<{ userId: string; postId: string; outcome: string }>('scan_verdicts');
  await until('all posts are judged', async () => {
    const found = await verdicts.find({ userId }).toArray();
    return found.length >= arrived.length && found.every(({ outcome }) => outcome !== 'found');
  });
  const judged = await verdicts.find({ userId }).toArray();
  expect(judged.map(({ postId }) => postId).toSorted()).toEqual(arrived.map(({ id }) => id).toSorted());
  const { leads } = leadList.parse(
    (await world.services.fetch(leadContract.listLeads, { userId, query: { limit: '100' } })).body,
  );
  const buyers = arrived.filter(({ title }) => title.startsWith('Looking for'));
  expect(leads.map(({ redditPostId }) => redditPostId).toSorted()).toEqual(buyers.map(({ id }) => id).toSorted());
});

it('processes died in these runs', () => {
  expect(deaths).toBeGreaterThan(seeds.length);
});
