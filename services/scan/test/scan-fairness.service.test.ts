import { setTimeout as wait } from 'node:timers/promises';
import { appError } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { leadContract } from '@earshot/proto/http/lead';
import { scanContract } from '@earshot/proto/http/scan';
import type { PollReader } from '@earshot/sources';
import { withSource } from '@earshot/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makePosts } from './fake-source.ts';
import { openScanWorld, type ScanWorld } from './scan-world.ts';

let world: ScanWorld;
/** The communities in the order in which they were read. */
let read: string[] = [];
beforeEach(async () => {
  world = await openScanWorld();
  read = [];
});
afterEach(() => world.services.stop());

function fill(names: readonly string[]): void {
  for (const name of names)
    world.source.communities.set(name, makePosts(name, 20, { buyerEvery: 10, newest: new Date() }));
}

const named = (count: number, prefix: string) => Array.from({ length: count }, (_, n) => `${prefix}_${n}`);
const small = ['small_0', 'small_1', 'small_2'];

describe('a scan beside a large one of another user', () => {
  it('takes turns with it: it waits for about as many communities of the other as it has itself', async () => {
    const large = named(60, 'large');
    fill([...large, ...small]);
    world.source.onRequest = async (name) => {
      await wait(5);
      read.push(name);
    };
    const [greedy, modest] = [await world.user(large), await world.user(small)];
    const jobId = await world.start(greedy);
    await until('the large scan works', () => read.length >= 10);
    const before = read.length;
    const job = await world.scan(modest);
    const between = read.slice(before).filter((name) => name.startsWith('large'));
    expect(job).toMatchObject({ status: 'completed', subredditsScanned: 3, newLeadsFound: 6 });
    // Two places: while one reads the small scan's communities, the other reads as many of the large one's. Some end
    // between the call and the first task, and between the last task and the end.
    expect(between.length).toBeLessThan(20);
    await world.services.fetch(scanContract.cancelScan, { userId: greedy, params: { jobId } });
  });

  it('is not held up by tasks that wait for the pace of another source', async () => {
    await world.services.stop();
    const newPosts: PollReader['newPosts'] = (name, _page, signal) => {
      read.push(name);
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));
    };
    const waiting = { kind: 'poll' as const, mostPages: 1, newPosts };
    world = await openScanWorld({
      platform: (own) => ({ ...own, sources: withSource(own.sources, { read: waiting }, 'hacker-news') }),
    });
    fill(small);
    const [greedy, modest] = [await world.user([]), await world.user(small)];
    for (const name of ['ask', 'show', 'new', 'comments'])
      await world.services.fetch(leadContract.addSubreddit, { userId: greedy, body: { name, source: 'hacker-news' } });
    await world.start(greedy);
    await until('two wait', () => read.length === 2);
    expect(await world.scan(modest)).toMatchObject({ status: 'completed', subredditsScanned: 3, newLeadsFound: 6 });
  });

  it('is not held up by tasks that wait out a rate limit', async () => {
    const limited = named(12, 'limited');
    fill([...limited, ...small]);
    const { newPosts } = world.source;
    world.source.newPosts = async (name, page, signal) => {
      if (!name.startsWith('limited')) return newPosts(name, page, signal);
      read.push(name);
      throw appError('source.rate-limited', { retryAfterSeconds: 600 });
    };
    const [greedy, modest] = [await world.user(limited), await world.user(small)];
    await world.start(greedy);
    await until('all wait', () => new Set(read).size === 12);
    expect(await world.scan(modest)).toMatchObject({ status: 'completed', subredditsScanned: 3, newLeadsFound: 6 });
  });
});

it('the tasks of a cancelled scan end without reading', async () => {
  const large = named(40, 'large');
  fill([...large, ...small]);
  const open = Promise.withResolvers<void>();
  world.source.onRequest = async (name) => {
    read.push(name);
    await open.promise;
  };
  const userId = await world.user(large);
  const jobId = await world.start(userId);
  await until('ingest reads', () => read.length >= 2);
  await world.services.fetch(scanContract.cancelScan, { userId, params: { jobId } });
  open.resolve();
  const modest = await world.scan(await world.user(small));
  expect(modest).toMatchObject({ status: 'completed', subredditsScanned: 3 });
  const { bus } = world.services.platformOf('scan-worker');
  await until('no task is left', async () => (await bus.lag('scan-worker', 'scan.tasks')) === 0);
  // A job counts as running for a quarter of a second after it was seen so, in which few other tasks begin.
  expect(read.filter((name) => name.startsWith('large')).length).toBeLessThanOrEqual(12);
});

it('many scans of the same communities read each once, and their tasks wait without asking again and again', async () => {
  await world.services.stop();
  let attempts = 0;
  world = await openScanWorld({
    platform: (platform) => {
      const lease: typeof platform.kv.lease = (name, ttlMs) => {
        if (name.startsWith('ingest:')) attempts += 1;
        return platform.kv.lease(name, ttlMs);
      };
      return { ...platform, kv: { ...platform.kv, lease } };
    },
  });
  fill(small);
  world.source.onRequest = async (name) => {
    read.push(name);
    await wait(2_000);
  };
  const users = [];
  for (let count = 0; count < 30; count += 1) users.push(await world.user(small));
  const jobs = await Promise.all(users.map((userId) => world.scan(userId)));
  for (const job of jobs) expect(job).toMatchObject({ status: 'completed', subredditsScanned: 3 });
  expect(read.toSorted()).toEqual(small);
  expect(attempts).toBeLessThanOrEqual(3 * users.length * small.length);
});
