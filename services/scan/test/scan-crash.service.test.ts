import type { Platform } from '@earshot/service-kit';
import { appError } from '@earshot/core';
import { startTestServices, type TestServices, withSource } from '@earshot/testing';
import { figureOf } from '@earshot/core/testing';
import { noVectors } from '@earshot/scoring/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NextLevel } from '../src/domain/feed.ts';
import { funnelOf, type ScanJob, viewOf } from '../src/domain/job.ts';
import { newJob } from '../src/domain/job-changes.ts';
import { abandonTask, runTask, type TaskDeps } from '../src/domain/run-task.ts';
import { keylessScorer, prefilterer } from '@earshot/scoring';
import { postModel } from '../src/ingest/post-schema.ts';
import { feedFollower, feedModel } from '../src/store/feed-store.ts';
import { postCache } from '../src/store/post-store.ts';
import { scanIngest, scanService } from '../src/service.ts';
import { Crash, crasher, type Step, taskRun } from './crasher.ts';
import { business, fakeSource, makePosts } from './fake-source.ts';
import { openStores } from '../src/open-stores.ts';

/**
 * Simulates a worker that crashes before and after each call of each port. Its task is delivered again until it ends. No
 * lead service runs here, so the found posts stay found and can be counted.
 */
const source = fakeSource();
// Small pages, so that a community has several.
source.pageCap = 20;
let services: TestServices;
let platform: Platform;
let stores: ReturnType<typeof openStores>;
let feeds: ReturnType<typeof feedFollower>;
beforeAll(async () => {
  services = await startTestServices([scanService, scanIngest], {
    platform: (own) => ({ ...own, sources: withSource(own.sources, { read: source }) }),
  });
  platform = services.platformOf('scan');
  stores = openStores(platform);
  feeds = feedFollower({ ...platform, model: feedModel(platform.documents) });
  await feeds.start();
});
afterAll(async () => {
  await feeds.stop();
  await Promise.all(stores.relays.map((relay) => relay.stop()));
  await services.stop();
});

const stepped =
  (next: NextLevel, step: Step): NextLevel =>
  (...given) =>
    step(() => next(...given));

function workerDeps(step: Step): TaskDeps {
  const { jobs, verdicts } = stores;
  const posts = postCache(postModel(platform.documents));
  return {
    jobs: { ...jobs, change: (...given) => step(() => jobs.change(...given)) },
    verdicts: {
      ...verdicts,
      marksOf: (...given) => step(() => verdicts.marksOf(...given)),
      add: (...given) => step(() => verdicts.add(...given)),
      countsOf: (...given) => step(() => verdicts.countsOf(...given)),
      waiting: (...given) => step(() => verdicts.waiting(...given)),
      takeOver: (...given) => step(() => verdicts.takeOver(...given)),
    },
    vectors: noVectors,
    posts: {
      ...posts,
      page: (...given) => step(() => posts.page(...given)),
      countOlder: (...given) => step(() => posts.countOlder(...given)),
    },
    feeds: { follow: (...given) => stepped(feeds.follow(...given), step) },
    sources: platform.sources,
    clock: platform.clock,
    log: platform.log,
    scorerFor: () => keylessScorer(),
    prefilter: prefilterer(),
    edited: async () => undefined,
    isReportDue: () => true,
  };
}

const plain: Step = (effect) => effect();
let jobs = 0;

async function addJob(options: { userId: string; community: string; carriesOver?: boolean }): Promise<ScanJob> {
  jobs += 1;
  const change = newJob(
    {
      id: `crash-job-${jobs}`,
      userId: options.userId,
      businessDescription: business,
      profile: null,
      businessVersion: 'v1',
      threshold: 6,
      maxLeadsPerScan: 25,
      maxLeadsPerDay: 100,
      model: 'gpt-5-mini',
      learned: null,
      communities: [{ source: 'sample', name: options.community, problem: null }],
      carriesOver: options.carriesOver ?? false,
    },
    platform.clock.now(),
  );
  expect(await stores.jobs.add(change)).toBe(true);
  return change.job;
}

async function run(job: ScanJob, task: number, step: Step): Promise<void> {
  await runTask(workerDeps(step), { jobId: job.id, task }, taskRun());
}

async function stored(job: ScanJob): Promise<ScanJob> {
  return (await stores.jobs.find(job.id)) ?? Promise.reject(new Error('the job is gone'));
}

async function fresh(community: string, userId: string): Promise<void> {
  const { documents } = platform;
  const names = ['reddit_post_cache', 'community_feeds'].map((name) => documents.collection(name));
  await Promise.all(names.map((collection) => collection.deleteMany({})));
  await documents.collection('scan_jobs').updateMany({}, { $unset: { runningFor: 1 } });
  await documents.collection('scan_verdicts').deleteMany({ userId });
  expect(source.communities.has(community)).toBe(true);
}

it('ends a task that never ended when it was run, with the posts judged so far', async () => {
  const community = 'crash_always';
  source.communities.set(community, makePosts(community, 3, { buyerEvery: 1, newest: new Date(Date.now() - 60_000) }));
  await fresh(community, 'crash-user-always');
  const job = await addJob({ userId: 'crash-user-always', community });
  const { step } = crasher(8, 'before');
  await run(job, 0, step).catch(() => undefined);
  await abandonTask(workerDeps(plain), { jobId: job.id, task: 0 });
  const ended = await stored(job);
  expect(ended.tasks[0]).toMatchObject({ state: 'failed', error: expect.stringContaining('stopped unexpectedly') });
});

describe.each(['before', 'after'] as const)('a worker that dies %s a step', (when) => {
  it('counts every post of a community once when the task is repeated', async () => {
    const community = `crash_${when}`;
    const posts = makePosts(community, 45, { buyerEvery: 10, newest: new Date(Date.now() - 60_000) });
    const old = makePosts(community, 6, { buyerEvery: 1, newest: new Date(Date.now() - 31 * 86_400_000) });
    source.communities.set(community, [...posts, ...old]);
    const userId = `crash-user-${when}`;
    for (let at = 1; ; at += 1) {
      await fresh(community, userId);
      const job = await addJob({ userId, community });
      const { step, reached } = crasher(at, when);
      const before = await services.scrape();
      const failed = await run(job, 0, step).then(
        () => null,
        (error: unknown) => error,
      );
      if (failed !== null) {
        expect(failed).toBeInstanceOf(Crash);
        await run(job, 0, plain);
      }
      const after = await stored(job);
      expect({ at, task: after.tasks[0] }).toMatchObject({ at, task: { state: 'done', error: null } });
      expect({ at, ...funnelOf(after) }).toMatchObject({
        at,
        fetched: 51,
        stale: 6,
        known: 0,
        pending: 5,
        unscored: 0,
      });
      const events = platform.documents.collection('scan_verdicts');
      expect(await events.countDocuments({ userId, outcome: 'found' })).toBe(5);
      const scrape = await services.scrape();
      const more = (key: 'scanPosts' | 'scanTasks') => (figureOf(scrape, key) ?? 0) - (figureOf(before, key) ?? 0);
      // Found posts are only counted when the lead service answers.
      expect({ at, posts: more('scanPosts'), tasks: more('scanTasks') }).toEqual({ at, posts: 46, tasks: 1 });
      if (!reached()) break;
    }
  });

  it('takes over as many waiting posts as the limit allows, not one more', async () => {
    const community = `carry_${when}`;
    source.communities.set(community, makePosts(community, 32, { buyerEvery: 1, newest: new Date() }));
    const userId = `carry-user-${when}`;
    for (let at = 1; ; at += 1) {
      await fresh(community, userId);
      const first = await addJob({ userId, community });
      await run(first, 0, plain);
      const verdicts = platform.documents.collection('scan_verdicts');
      await verdicts.updateMany({ userId }, { $set: { outcome: 'capped', waits: true } });
      await platform.documents.collection('scan_jobs').updateMany({}, { $unset: { runningFor: 1 } });
      const job = await addJob({ userId, community, carriesOver: true });
      const { step, reached } = crasher(at, when);
      await run(job, 0, step).catch(() => run(job, 0, plain));
      await run(job, 1, plain);
      const after = await stored(job);
      expect({ at, ...funnelOf(after) }).toMatchObject({ at, fetched: 32, known: 7, pending: 25 });
      expect(await verdicts.countDocuments({ jobId: job.id, outcome: 'found' })).toBe(25);
      if (!reached()) break;
    }
  });
});

it('two workers on one task decide every post once', async () => {
  const community = 'contested';
  source.communities.set(community, makePosts(community, 90, { buyerEvery: 10, newest: new Date() }));
  const userId = 'contested-user';
  await fresh(community, userId);
  const job = await addJob({ userId, community });
  await Promise.all([run(job, 0, plain), run(job, 0, plain), run(job, 0, plain)]);
  expect(funnelOf(await stored(job))).toMatchObject({ fetched: 90, known: 0, pending: 9 });
});

it('a cancelled job stores nothing more once it has ended', async () => {
  const community = 'stopped';
  source.communities.set(community, makePosts(community, 90, { buyerEvery: 1, newest: new Date() }));
  const job = await addJob({ userId: 'stopped-user', community });
  const store = stores.jobs;
  const deps = workerDeps(plain);
  const scorer = keylessScorer();
  const batches: number[] = [];
  const scorerFor = () => ({
    ...scorer,
    postsAWrite: 1,
    score: async (...given: Parameters<typeof scorer.score>) => {
      batches.push(given[1].length);
      if (batches.length === 2) {
        await store.change(job.id, (stored) => ({ job: { ...stored, status: 'cancelled' }, messages: [] }));
      }
      return scorer.score(...given);
    },
  });
  const run = taskRun();
  await runTask({ ...deps, scorerFor }, { jobId: job.id, task: 0 }, run);
  expect(batches).toHaveLength(2);
  const verdicts = platform.documents.collection('scan_verdicts');
  expect(await verdicts.countDocuments({ jobId: job.id })).toBe(batches[0]);
});

it('a scorer that throws, unlike one whose model is unavailable makes the task come again, and on the last attempt ends it with words, deciding about no post', async () => {
  const community = 'unreachable';
  source.communities.set(community, makePosts(community, 5, { buyerEvery: 1, newest: new Date() }));
  const job = await addJob({ userId: 'unreachable-user', community });
  const scorer = {
    version: 'v',
    score: async () => {
      throw new Error('a mistake of ours');
    },
  };
  const deps = { ...workerDeps(plain), scorerFor: () => scorer };
  const attempt = (lastAttempt: boolean) => {
    return runTask(deps, { jobId: job.id, task: 0 }, taskRun({ lastAttempt }));
  };
  await expect(attempt(false)).rejects.toThrow('a mistake of ours');
  await attempt(true);
  const error = 'Something went wrong on our side';
  expect(await stored(job)).toMatchObject({ status: 'failed', tasks: [{ state: 'failed', error }] });
  expect(await platform.documents.collection('scan_verdicts').countDocuments({ jobId: job.id })).toBe(0);
});

describe('a source to which no connection is possible', () => {
  it.each([
    ['unreachable', 1, 'failed'],
    ['no answer', 2, 'processing'],
  ])('%s: of the attempts 6 and 7, %s are retried, and the job is %s', async (reason, wanted, status) => {
    source.onRequest = async () => {
      throw appError('source.unavailable', { reason });
    };
    const job = await addJob({ userId: `away_${status}`, community: `away_${status}` });
    let retried = 0;
    for (const attempt of [6, 7]) {
      const run = taskRun({ attempt });
      await runTask(workerDeps(plain), { jobId: job.id, task: 0 }, run).catch(() => (retried += 1));
    }
    source.onRequest = async () => undefined;
    expect({ retried, status: (await stored(job)).status }).toEqual({ retried: wanted, status });
  });
});

it('the last attempt of a task ends the task as failed with what was counted, so that the job does not hang', async () => {
  const community = 'gone';
  source.communities.set(community, makePosts(community, 45, { buyerEvery: 10, newest: new Date() }));
  source.onRequest = async (_, request) => {
    if (request >= 2) throw appError('source.unavailable');
  };
  source.requests = 0;
  const job = await addJob({ userId: 'gone-user', community });
  await runTask(workerDeps(plain), { jobId: job.id, task: 0 }, taskRun({ lastAttempt: true }));
  source.onRequest = async () => undefined;
  const after = await stored(job);
  const foundOfJob = { jobId: job.id, outcome: 'found' };
  const found = await platform.documents.collection('scan_verdicts').countDocuments(foundOfJob);
  expect(found).toBeGreaterThan(0);
  expect(after.tasks[0]).toMatchObject({ state: 'failed', counts: { found } });
  expect(viewOf(after)).toMatchObject({
    currentStep: 'Finishing',
    errorMessage: 'r/gone: The community site does not answer; try again in a moment',
  });
});
