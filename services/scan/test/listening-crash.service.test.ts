import type { Platform } from '@earshot/service-kit';
import { newId, noMeters } from '@earshot/core';
import { keylessScorer, prefilterer } from '@earshot/scoring';
import { noVectors } from '@earshot/scoring/testing';
import { startTestServices, type TestServices, withSource } from '@earshot/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type HeardDeps, judgeHeard } from '../src/domain/judge-heard.ts';
import type { Listener } from '../src/domain/listening.ts';
import { postModel } from '../src/ingest/post-schema.ts';
import { scanService } from '../src/service.ts';
import { postCache } from '../src/store/post-store.ts';
import { Crash, crasher, type Step, taskRun } from './crasher.ts';
import { business, fakeSource, makePosts } from './fake-source.ts';
import { ingestDeps } from './ingest-world.ts';
import { openStores } from '../src/open-stores.ts';

/** A worker that dies at each step of judging heard posts. Its event is delivered again, also beside a second worker. */
const source = fakeSource();
let services: TestServices;
let platform: Platform;
let stores: ReturnType<typeof openStores>;
beforeAll(async () => {
  services = await startTestServices([scanService]);
  platform = services.platformOf('scan');
  stores = openStores(platform);
});
afterAll(async () => {
  await Promise.all(stores.relays.map((relay) => relay.stop()));
  await services.stop();
});

const plain: Step = (effect) => effect();
const verdicts = (userId: string) =>
  platform.documents.collection<{ userId: string; outcome: string }>('scan_verdicts').find({ userId }).toArray();

function workerDeps(step: Step): HeardDeps {
  const { jobs, listeners, verdicts: store } = stores;
  const posts = postCache(postModel(platform.documents));
  return {
    jobs: { findRunning: (...given) => step(() => jobs.findRunning(...given)) },
    listeners: {
      find: (...given) => step(() => listeners.find(...given)),
      noteHeard: (...given) => step(() => listeners.noteHeard(...given)),
    },
    posts: { listed: (...given) => step(() => posts.listed(...given)) },
    verdicts: {
      ...store,
      marksOf: (...given) => step(() => store.marksOf(...given)),
      add: (...given) => step(() => store.add(...given)),
    },
    sources: withSource(platform.sources, { read: source }),
    scorerFor: () => keylessScorer(),
    learnedOf: async () => null,
    vectors: noVectors,
    prefilter: prefilterer(),
    edited: async () => undefined,
    heardPosts: noMeters.counter('heardPosts'),
    clock: platform.clock,
    newId,
  };
}

/** Stores posts and users who listen. Half of the posts are from buyers. */
async function world(name: string) {
  const posts = makePosts(name, 12, { buyerEvery: 2, newest: new Date() });
  const origin = 'sample';
  source.communities.set(name, posts);
  await ingestDeps(platform, source).posts.put(posts, origin, new Date());
  const users = [`${name}-first`, `${name}-second`];
  for (const userId of users) {
    const listener: Listener = {
      userId,
      communities: [{ source: 'sample', name, since: new Date(Date.now() - 3_600_000) }],
      settings: {
        businessDescription: business,
        profile: null,
        threshold: 6,
        maxLeadsPerScan: 25,
        maxLeadsPerDay: 100,
        model: 'gpt-5-mini',
      },
      heardAt: null,
      version: 1,
    };
    expect(await stores.listeners.save(listener)).toBe(true);
  }
  return {
    users,
    stored: { community: { source: 'sample', name }, postIds: posts.map(({ id }) => id), listeners: users },
  };
}

const run = (step: Step, stored: Parameters<typeof judgeHeard>[1]) =>
  judgeHeard(workerDeps(step), stored, () => taskRun());

describe.each(['before', 'after'] as const)('a worker that dies %s a step', (when) => {
  it('judges every post of every user once when the event is delivered again', async () => {
    for (let at = 1; ; at += 1) {
      const { users, stored } = await world(`dies_${when}_${at}`);
      const { step, reached } = crasher(at, when);
      await run(step, stored).catch((error: unknown) => expect(error).toBeInstanceOf(Crash));
      await Promise.all([run(plain, stored), run(plain, stored)]);
      for (const userId of users) {
        const outcomes = (await verdicts(userId)).map(({ outcome }) => outcome);
        expect({ at, posts: outcomes.length }).toEqual({ at, posts: 12 });
        expect({ at, found: outcomes.filter((one) => one === 'found').length }).toEqual({ at, found: 6 });
      }
      if (!reached()) break;
    }
  });
});
