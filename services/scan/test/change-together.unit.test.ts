import { describe, expect, it } from '@jest/globals';
import { beginTask, endTask, type JobChange, newJob } from '../src/domain/job-changes.ts';
import { noCounts, type ScanJob } from '../src/domain/job.ts';
import { changeTogether, type StoredJobs } from '../src/store/change-together.ts';

const now = new Date('2026-03-01T12:00:00Z');
const communities = Array.from({ length: 12 }, (_, n) => {
  const name = `community${n}`;
  return { source: 'sample', name, problem: null };
});
const added = newJob(
  {
    id: 'job',
    userId: 'user',
    businessDescription: 'Invoices',
    profile: null,
    businessVersion: '1',
    threshold: 5,
    maxLeadsPerScan: 10,
    maxLeadsPerDay: 10,
    model: 'keyless',
    learned: null,
    communities,
    carriesOver: false,
  },
  now,
);

/** One job in memory that several processes share. Counts the reads and records the writes. */
function memory() {
  let stored = { job: added.job, revision: 0 };
  const writes: JobChange[] = [];
  let reads = 0;
  const jobs: StoredJobs = {
    find: async (jobId) => {
      reads += 1;
      const seen = stored;
      await new Promise(setImmediate);
      return jobId === stored.job.id ? seen : null;
    },
    write: async (change, before) => {
      await new Promise(setImmediate);
      if (before.revision !== stored.revision) return false;
      stored = { job: change.job, revision: before.revision + 1 };
      writes.push(change);
      return true;
    },
  };
  return { jobs, writes, reads: () => reads, job: () => stored.job };
}

const begin = (task: number) => (job: ScanJob) => beginTask(job, task, now);
const end = (task: number) => (job: ScanJob) => endTask(job, task, { counts: noCounts, error: null }, now);

describe('changes of one job at the same time', () => {
  it('become one read and one write, in their order, and publish the progress once', async () => {
    const { jobs, writes, reads, job } = memory();
    const change = changeTogether(jobs);
    const results = await Promise.all(communities.map((_, task) => change('job', begin(task))));
    expect({ reads: reads(), writes: writes.length }).toEqual({ reads: 1, writes: 1 });
    expect(job().tasks.map(({ state }) => state)).toEqual(communities.map(() => 'reading'));
    expect(results.map((one) => one?.tasks.filter(({ state }) => state === 'reading').length)).toEqual(
      communities.map((_, task) => task + 1),
    );
    expect(writes[0]?.messages).toEqual([{ kind: 'progressed' }]);
  });

  it('of several processes are all stored, and the end is published once', async () => {
    const { jobs, writes, job } = memory();
    const processes = [changeTogether(jobs), changeTogether(jobs), changeTogether(jobs)];
    const inTurn = async (task: number) => {
      const change = processes[task % processes.length];
      await change?.('job', begin(task));
      await change?.('job', end(task));
    };
    await Promise.all(communities.map((_, task) => inTurn(task)));
    expect(job().status).toBe('completed');
    expect(writes.flatMap(({ messages }) => messages).filter(({ kind }) => kind === 'ended')).toHaveLength(1);
    expect(writes.at(-1)?.messages).toEqual([{ kind: 'ended' }]);
  });

  it('fail alone when they throw', async () => {
    const { jobs, job } = memory();
    const change = changeTogether(jobs);
    const refuse = () => {
      throw new Error('refused');
    };
    const results = await Promise.allSettled([change('job', begin(0)), change('job', refuse), change('job', begin(1))]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(
      job()
        .tasks.slice(0, 2)
        .map(({ state }) => state),
    ).toEqual(['reading', 'reading']);
  });

  it('fail together when the store fails, and later ones succeed', async () => {
    const { jobs, job } = memory();
    let away = true;
    const change = changeTogether({
      ...jobs,
      find: async (jobId) => {
        if (away) throw new Error('away');
        return jobs.find(jobId);
      },
    });
    const results = await Promise.allSettled([change('job', begin(0)), change('job', begin(1))]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    away = false;
    await change('job', begin(2));
    expect(job().tasks[2]?.state).toBe('reading');
  });

  it('are decided on what this process wrote last, without another read', async () => {
    const { jobs, writes, reads, job } = memory();
    const change = changeTogether(jobs);
    for (const task of [0, 1, 2]) await change('job', begin(task));
    expect({ reads: reads(), writes: writes.length }).toEqual({ reads: 1, writes: 3 });
    expect(job().tasks.filter(({ state }) => state === 'reading')).toHaveLength(3);
  });

  it('never change or confirm an outdated state after another process wrote', async () => {
    const { jobs, reads, job } = memory();
    const [own, other] = [changeTogether(jobs), changeTogether(jobs)];
    await own('job', begin(0));
    await other('job', begin(1));
    const seen = await own('job', () => null);
    expect(seen?.tasks[1]?.state).toBe('reading');
    await own('job', begin(2));
    await other('job', end(1));
    const readsBefore = reads();
    await own('job', end(0));
    expect(reads()).toBe(readsBefore + 1);
    expect(
      job()
        .tasks.slice(0, 3)
        .map(({ state }) => state),
    ).toEqual(['done', 'done', 'reading']);
  });

  it('of no job are null, and what changes nothing is not written', async () => {
    const { jobs, writes } = memory();
    const change = changeTogether(jobs);
    expect(await change('another', begin(0))).toBeNull();
    expect(await change('job', () => null)).toEqual(added.job);
    expect(writes).toEqual([]);
  });
});
