import { readdirSync, readFileSync } from 'node:fs';
import { appError } from '@earshot/core';
import { until } from '@earshot/core/testing';
import type { Platform } from '@earshot/service-kit';
import { startTestServices, type TestServices } from '@earshot/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readFor } from '../src/domain/feed.ts';
import { readNextPage } from '../src/ingest/read-page.ts';
import { scanService } from '../src/service.ts';
import { Crash, crasher } from './crasher.ts';
import { type FakeSource, fakeSource, makePosts } from './fake-source.ts';
import { type IngestDeps, ingestDeps, readAll, withPlanners } from './ingest-world.ts';

let services: TestServices;
let platform: Platform;
let source: FakeSource;
let deps: IngestDeps;
beforeAll(async () => {
  services = await startTestServices([scanService]);
  platform = services.platformOf('scan');
});
afterAll(() => services.stop());
beforeEach(async () => {
  source = fakeSource();
  deps = ingestDeps(platform, source);
  for (const name of ['reddit_post_cache', 'community_feeds']) await platform.documents.collection(name).deleteMany({});
});

const fill = (name: string, count: number) =>
  source.communities.set(name, makePosts(name, count, { buyerEvery: 10, newest: new Date(Date.now() - 60_000) }));
const stored = () => platform.documents.collection('reddit_post_cache').countDocuments();
const read: string[] = [];
beforeEach(() => void read.splice(0));

describe('a process of ingest that dies', () => {
  it.each(['before', 'after'] as const)('%s any step loses no post and stores none twice', async (when) => {
    source.pageCap = 20;
    fill('dying', 90);
    for (let at = 1; ; at += 1) {
      for (const name of ['reddit_post_cache', 'community_feeds'])
        await platform.documents.collection(name).deleteMany({});
      const { step: once, reached } = crasher(at, when);
      let isDead = false;
      const step: typeof once = async (effect) => {
        if (isDead) throw new Crash();
        isDead = true;
        const result = await once(effect);
        isDead = false;
        return result;
      };
      const crashing = {
        ...deps,
        posts: { put: (...given: Parameters<typeof deps.posts.put>) => step(() => deps.posts.put(...given)) },
        plan: {
          ...deps.plan,
          save: (...given: Parameters<typeof deps.plan.save>) => step(() => deps.plan.save(...given)),
          finish: (...given: Parameters<typeof deps.plan.finish>) => step(() => deps.plan.finish(...given)),
        },
      };
      const reading = readAll(platform, deps, { name: 'dying' });
      let crashes = 0;
      await until('the community is read', async () => {
        const [feed] = await deps.plan.asked('sample', deps.clock.now(), 1);
        if (feed === undefined) return (await stored()) === 90;
        const pages = crashes === 0 ? crashing : deps;
        await readNextPage(pages, feed, new AbortController().signal).catch((error: unknown) => {
          expect(error).toBeInstanceOf(Crash);
          crashes += 1;
        });
        return false;
      });
      await reading;
      expect({ at, stored: await stored() }).toEqual({ at, stored: 90 });
      if (!reached()) break;
    }
  });

  it('loses its community to another one after 20 seconds', async () => {
    fill('orphan', 30);
    const dead = await deps.kv.lease('ingest:sample/orphan', 20_000);
    expect(dead).not.toBeNull();
    await withPlanners([deps], async () => {
      const reading = readAll(platform, deps, { name: 'orphan' });
      await until('the plan has it', async () => (await deps.plan.asked('sample', deps.clock.now(), 1)).length === 1);
      deps.clock.pass(19_000);
      expect(source.requests).toBe(0);
      deps.clock.pass(1_001);
      await reading;
    });
    expect([source.requests, await stored()]).toEqual([1, 30]);
  });
});

it('two processes read each page once', async () => {
  source.pageCap = 20;
  const names = Array.from({ length: 8 }, (_, n) => `shared_${n}`);
  for (const name of names) fill(name, 60);
  await withPlanners([deps, deps], () => Promise.all(names.map((name) => readAll(platform, deps, { name }))));
  expect([source.requests, await stored()]).toEqual([24, 480]);
});

it('users who wait come first, scheduled scans second, others last', async () => {
  const gate = Promise.withResolvers<void>();
  const busy = Array.from({ length: 4 }, (_, n) => `busy_${n}`);
  const asked = { later: readFor.background, night: readFor.schedule, now: readFor.user } as const;
  for (const name of [...busy, ...Object.keys(asked)]) fill(name, 5);
  source.onRequest = async (name) => {
    read.push(name);
    if (busy.includes(name)) await gate.promise;
  };
  await withPlanners([deps], async () => {
    const reading = busy.map((name) => readAll(platform, deps, { name }));
    await until('four are read', () => read.length === 4);
    for (const [name, priority] of Object.entries(asked)) {
      reading.push(readAll(platform, deps, { name, priority }));
      await until('it is in the plan', async () =>
        (await deps.plan.asked('sample', deps.clock.now(), 9)).some((feed) => feed.name === name),
      );
    }
    gate.resolve();
    await Promise.all(reading);
  });
  expect(read.slice(4)).toEqual(['now', 'night', 'later']);
});

it('nobody reads a community for which nobody waits any more', async () => {
  fill('left', 300);
  const gate = Promise.withResolvers<void>();
  source.onRequest = async () => gate.promise;
  await withPlanners([deps], async () => {
    void readAll(platform, deps, { name: 'left' }).catch(() => undefined);
    await until('the first page is asked for', () => source.requests === 1);
    deps.clock.pass(31_000);
    gate.resolve();
    fill('other', 5);
    await readAll(platform, deps, { name: 'other' });
  });
  expect(source.requests).toBe(2);
});

it('a read that was interrupted continues at its cursor, and after a quarter of an hour at the start', async () => {
  source.pageCap = 20;
  fill('paused', 60);
  const failing = async (request: number) => {
    if (request % 2 === 0) throw appError('source.unavailable');
  };
  source.onRequest = async (_, request) => failing(request);
  await withPlanners([deps], async () => {
    await expect(readAll(platform, deps, { name: 'paused' })).rejects.toMatchObject({ code: 'source.unavailable' });
    source.onRequest = async () => undefined;
    source.requests = 0;
    await readAll(platform, deps, { name: 'paused' });
  });
  expect([source.requests, await stored()]).toEqual([3, 60]);
});

it('is the only part that can write the post cache', () => {
  const src = new URL('../src/', import.meta.url);
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.startsWith('ingest/'),
  );
  expect(files.length).toBeGreaterThan(50);
  const writers = files.filter((file) => {
    const text = readFileSync(new URL(file, src), 'utf8');
    return /postWriter|\bpost(?:Model\([^)]*\))?\.(?:insert|update|delete|replace|bulk|create|findOneAnd)\w*\(/.test(
      text,
    );
  });
  expect(writers).toEqual([]);
});
