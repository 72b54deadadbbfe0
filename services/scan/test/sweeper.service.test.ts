import type { Platform } from '@earshot/service-kit';
import { startTestServices, type TestServices } from '@earshot/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { noCounts } from '../src/domain/job.ts';
import { beginTask, endTask, newJob } from '../src/domain/job-changes.ts';
import { sweep } from '../src/jobs/sweeper.ts';
import { scanService } from '../src/service.ts';
import { openStores } from '../src/open-stores.ts';
import { settleJob } from '../src/domain/task-run.ts';

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

const freelance = { source: 'sample', name: 'freelance', problem: null };

async function addJob(id: string) {
  const facts = {
    id,
    userId: `user of ${id}`,
    businessDescription: 'Invoicing',
    profile: null,
    businessVersion: 'v1',
    model: 'gpt-5-mini',
    threshold: 6,
    maxLeadsPerScan: 25,
    maxLeadsPerDay: 100,
    communities: [freelance],
    carriesOver: false,
    learned: null,
  };
  await stores.jobs.add(newJob(facts, platform.clock.now()));
}

/** Runs the sweep as if `minutes` had passed. */
async function sweepAfter(minutes: number): Promise<Date> {
  const now = new Date(platform.clock.now().getTime() + minutes * 60_000);
  const { jobs, verdicts } = stores;
  const clock = { now: () => now };
  const settle = (jobId: string) => settleJob({ jobs, verdicts, clock }, jobId);
  await sweep({ jobs, verdicts, settle, clock, log: platform.log });
  return now;
}

describe('the sweep of running jobs', () => {
  it('asks again for a task without a sign of life for five minutes, and not before', async () => {
    await addJob('lost-task');
    await sweepAfter(4);
    const touchedAt = (await stores.jobs.find('lost-task'))?.tasks[0]?.touchedAt;
    const now = await sweepAfter(6);
    const [task] = (await stores.jobs.find('lost-task'))?.tasks ?? [];
    expect(task?.touchedAt).toEqual(now);
    expect(touchedAt?.getTime()).toBeLessThan(now.getTime() - 5 * 60_000);
  });

  it('ends a job whose last outcome was stored just before a crash', async () => {
    await addJob('unsettled');
    const now = platform.clock.now();
    await stores.jobs.change('unsettled', (job) => beginTask(job, 0, now));
    const counts = { ...noCounts, found: 1 };
    await stores.jobs.change('unsettled', (job) => endTask(job, 0, { counts, error: null }, now));
    await sweepAfter(0);
    expect(await stores.jobs.find('unsettled')).toMatchObject({ status: 'processing' });
    const verdicts = platform.documents.collection<{ _id: string; [field: string]: unknown }>('scan_verdicts');
    await verdicts.insertOne({
      _id: 'verdict',
      jobId: 'unsettled',
      task: 0,
      tally: 'found',
      outcome: 'created',
    });
    await sweepAfter(0);
    expect(await stores.jobs.find('unsettled')).toMatchObject({ status: 'completed', outcomes: { created: 1 } });
  });
});
