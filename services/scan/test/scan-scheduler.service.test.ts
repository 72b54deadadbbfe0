import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@earshot/core';
import { leavingKeyValue, until } from '@earshot/core/testing';
import { leadContract } from '@earshot/proto/http/lead';
import { scanContract } from '@earshot/proto/http/scan';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { learnedOf } from '../src/domain/labels.ts';
import { keylessScorer } from '@earshot/scoring';
import { settingsClient } from '../src/clients/lead.ts';
import { createScheduler } from '../src/jobs/scheduler.ts';
import { openStores } from '../src/open-stores.ts';
import { scanModels } from '../src/store/models.ts';
import { scheduleStore } from '../src/store/schedule-store.ts';
import { fakeSource, makePosts } from './fake-source.ts';
import { openScanWorld, type ScanWorld, type WorldOptions } from './scan-world.ts';
import { runDueSlots, type SlotDeps } from '../src/domain/start-scan.ts';

const hourMs = 3_600_000;
let offsetMs = 0;
const clock = { now: () => new Date(Date.now() + offsetMs) };

let world: ScanWorld;
beforeEach(async () => {
  offsetMs = 0;
  world = await open();
  await holdScheduler();
});
afterEach(() => world.services.stop());

async function open(options: WorldOptions = {}): Promise<ScanWorld> {
  const source = options.source ?? fakeSource();
  source.communities.set('freelance', makePosts('freelance', 10, { buyerEvery: 5, newest: new Date() }));
  return openScanWorld({ ...options, source, clock });
}

const platform = () => world.services.platformOf('scan');

/** Takes the lease of the service's scheduler, so that only the replicas of a test look for due slots. */
async function holdScheduler(): Promise<void> {
  await until('the lease', () => platform().kv.lease('scan-scheduler', 10_000 * hourMs));
}
const models = () => scanModels(platform().documents);
const jobsOf = (userId: string) => models().job.countDocuments({ userId });
const scheduleOf = (userId: string) => models().schedule.findOne({ userId }).lean();

/** The scheduler of another replica: separate stores over the same database, without a lease. */
function replica(): SlotDeps {
  const own = platform();
  const { jobs, verdicts, labels } = openStores(own);
  const schedules = scheduleStore(models().schedule);
  const calls = settingsClient(own.call);
  const admit = async () => undefined;
  const stores = { jobs, verdicts, schedules, learnedOf: learnedOf(labels), admit };
  return { ...stores, ...calls, scorerFor: () => keylessScorer(), sources: own.sources, clock, newId, log: own.log };
}

/** Creates a user whose schedule is stored. */
async function scheduled(communities: readonly string[], scanFrequency = 'hourly'): Promise<string> {
  const userId = await world.user(communities, { scanFrequency });
  await until('the schedule', async () => (await scheduleOf(userId)) !== null);
  return userId;
}

async function ended(userId: string): Promise<void> {
  await until('the end of its scan', async () => {
    const running = await models().job.countDocuments({ userId, runningFor: userId });
    return running === 0;
  });
}

async function save(userId: string, body: unknown): Promise<void> {
  const before = (await scheduleOf(userId))?.revision ?? 0;
  await world.services.fetch(leadContract.saveConfiguration, { userId, body });
  await until('the schedule to follow', async () => ((await scheduleOf(userId))?.revision ?? 0) > before);
}

describe('scheduled scans', () => {
  it('begin a period after the set-up was saved, then once a slot', async () => {
    const userId = await scheduled(['freelance']);
    await runDueSlots(replica());
    expect(await jobsOf(userId)).toBe(0);
    for (const scans of [1, 2, 3]) {
      offsetMs += hourMs;
      await runDueSlots(replica());
      await runDueSlots(replica());
      expect(await jobsOf(userId)).toBe(scans);
      await ended(userId);
    }
    expect(await world.leads(userId)).toBe(2);
  });

  it('are announced with the scan: the time of the next slot, none for manual scans', async () => {
    const userId = await scheduled(['freelance']);
    const { nextScanAt } = await world.scan(userId);
    expect(nextScanAt).toBe((await scheduleOf(userId))?.nextAt?.toISOString());
    await save(userId, { scanFrequency: 'manual' });
    const { body } = await world.services.fetch(scanContract.latestScan, { userId });
    expect(body).toMatchObject({ nextScanAt: null });
  });

  it('start once per user and slot, even if replicas check at the same time', async () => {
    const users = await Promise.all(Array.from({ length: 4 }, () => scheduled(['freelance'])));
    for (const scans of [1, 2]) {
      offsetMs += hourMs;
      await Promise.all(Array.from({ length: 5 }, () => runDueSlots(replica())));
      await Promise.all(users.map(ended));
      await Promise.all(Array.from({ length: 5 }, () => runDueSlots(replica())));
      for (const userId of users) expect(await jobsOf(userId)).toBe(scans);
    }
  });

  it('are one a slot also when a replica went on from what it had read long before', async () => {
    const userId = await scheduled(['freelance']);
    offsetMs += hourMs;
    const slow = replica();
    const due = await slow.schedules.due(clock.now(), null, 10);
    await runDueSlots(replica());
    await ended(userId);
    let asked = 0;
    const late = { ...slow.schedules, due: async () => (asked++ === 0 ? due : []) };
    await runDueSlots({ ...slow, schedules: late });
    expect(asked).toBe(1);
    expect(await jobsOf(userId)).toBe(1);
  });

  it('that were missed run once', async () => {
    const userId = await scheduled(['freelance']);
    offsetMs += 5.5 * hourMs;
    await runDueSlots(replica());
    await runDueSlots(replica());
    await ended(userId);
    expect(await jobsOf(userId)).toBe(1);
    offsetMs += 0.6 * hourMs;
    await runDueSlots(replica());
    expect(await jobsOf(userId)).toBe(2);
  });

  it('are none while they are manual, or once they have become it', async () => {
    const [manual, turned] = [await scheduled(['freelance'], 'manual'), await scheduled(['freelance'])];
    await save(turned, { scanFrequency: 'manual' });
    offsetMs += 48 * hourMs;
    await runDueSlots(replica());
    expect(await jobsOf(manual)).toBe(0);
    expect(await jobsOf(turned)).toBe(0);
  });

  it('do not run once they are manual, even before the event arrives', async () => {
    const userId = await scheduled(['freelance']);
    offsetMs += hourMs;
    const deps = replica();
    const settingsOf = async (id: string) => ({ ...(await deps.settingsOf(id)), scanFrequency: 'manual' as const });
    await runDueSlots({ ...deps, settingsOf });
    expect(await jobsOf(userId)).toBe(0);
  });

  it('pass a slot by while a scan runs', async () => {
    const userId = await scheduled(['freelance']);
    const gate = Promise.withResolvers<void>();
    world.source.onRequest = () => gate.promise;
    const jobId = await world.start(userId);
    offsetMs += hourMs;
    await runDueSlots(replica());
    gate.resolve();
    await world.ended(userId, jobId);
    await runDueSlots(replica());
    expect(await jobsOf(userId)).toBe(1);
    offsetMs += hourMs;
    await runDueSlots(replica());
    expect(await jobsOf(userId)).toBe(2);
  });

  it('pass a slot by without a community, and begin with the next one after there is one', async () => {
    const userId = await scheduled([]);
    offsetMs += hourMs;
    await runDueSlots(replica());
    await world.services.fetch(leadContract.addSubreddit, { userId, body: { name: 'freelance' } });
    await runDueSlots(replica());
    expect(await jobsOf(userId)).toBe(0);
    offsetMs += hourMs;
    await runDueSlots(replica());
    expect(await jobsOf(userId)).toBe(1);
  });

  it('are tried again when another service did not answer, and do not keep others back', async () => {
    const [unlucky, other] = [await scheduled(['freelance']), await scheduled(['freelance'])];
    offsetMs += hourMs;
    const deps = replica();
    const settingsOf = async (id: string) => {
      if (id === unlucky) throw new Error('nobody answers');
      return deps.settingsOf(id);
    };
    await runDueSlots({ ...deps, settingsOf });
    expect([await jobsOf(unlucky), await jobsOf(other)]).toEqual([0, 1]);
    await runDueSlots(replica());
    expect([await jobsOf(unlucky), await jobsOf(other)]).toEqual([1, 1]);
  });

  it('are corrected by a scan that the user starts, if the event of the save was lost', async () => {
    const userId = await scheduled(['freelance']);
    await models().schedule.deleteMany({ userId });
    await world.scan(userId);
    expect(await scheduleOf(userId)).toMatchObject({ userId, frequency: 'hourly', revision: 0 });
    offsetMs += hourMs;
    await runDueSlots(replica());
    expect(await jobsOf(userId)).toBe(2);
  });
});

describe('the scheduler', () => {
  it('runs what was missed when it starts again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'earshot-schedule-'));
    try {
      await world.services.stop();
      world = await open({ folder });
      const userId = await scheduled(['freelance']);
      await world.services.stop();
      offsetMs += 7 * hourMs;
      world = await open({ folder });
      await until('the missed scan', async () => (await jobsOf(userId)) > 0);
      await ended(userId);
      const { status, body } = await world.services.fetch(scanContract.latestScan, { userId });
      expect({ status, body }).toMatchObject({ status: 200, body: { status: 'completed', newLeadsFound: 2 } });
      expect(await jobsOf(userId)).toBe(1);
    } finally {
      await world.services.stop();
      await rm(folder, { recursive: true, force: true });
      world = await open();
    }
  });

  it('of five replicas continues without the key-value store', async () => {
    const userId = await scheduled(['freelance']);
    offsetMs += hourMs;
    const kv = leavingKeyValue(platform().kv);
    kv.leave();
    const parts = Array.from({ length: 5 }, () => createScheduler({ ...replica(), kv }));
    await Promise.all(parts.map((part) => part.start()));
    await until('the scan', async () => (await jobsOf(userId)) > 0);
    await Promise.all(parts.map((part) => part.stop()));
    expect(await jobsOf(userId)).toBe(1);
  });
});
