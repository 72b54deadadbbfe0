import { AsyncLocalStorage } from 'node:async_hooks';
import type { ScanJob } from '../domain/job.ts';
import type { JobChange, JobSays } from '../domain/job-changes.ts';

export type Decide = (job: ScanJob) => JobChange | null;

/** Where jobs are. */
export interface StoredJobs {
  find(jobId: string): Promise<{ readonly job: ScanJob; readonly revision: number } | null>;
  /** False when somebody changed the job since `revision`. */
  write(change: JobChange, revision: number): Promise<boolean>;
}

interface Waiting {
  readonly decide: Decide;
  readonly resolve: (job: ScanJob | null) => void;
  readonly reject: (error: unknown) => void;
  /** Events are made in the trace of whoever changes the job. */
  readonly inItsTrace: ReturnType<typeof AsyncLocalStorage.snapshot>;
}

/** Processes that change one job at once are few; so many lost races in a row mean that something else is wrong. */
const maxRaces = 200;

/**
 * Changes jobs as the `JobStore` promises. Changes of one job that come while another is under way in this process are
 * decided one after another and written together: tasks that end at the same time would otherwise lose races against
 * each other, with a read and a write in vain for each one lost.
 */
export function changeTogether(jobs: StoredJobs): (jobId: string, decide: Decide) => Promise<ScanJob | null> {
  const queues = new Map<string, Waiting[]>();
  const work = async (jobId: string, queue: Waiting[]) => {
    for (let first = queue[0]; first !== undefined; first = queue[0]) {
      const batch: Waiting[] = [];
      await first
        .inItsTrace(() => changeOnce(jobs, jobId, () => (batch.push(...queue.splice(0)), batch)))
        .catch((error: unknown) => batch.forEach(({ reject }) => reject(error)));
    }
    queues.delete(jobId);
  };
  return (jobId, decide) =>
    new Promise((resolve, reject) => {
      const waiting = { decide, resolve, reject, inItsTrace: AsyncLocalStorage.snapshot() };
      const queue = queues.get(jobId);
      if (queue !== undefined) return void queue.push(waiting);
      const own = [waiting];
      queues.set(jobId, own);
      void work(jobId, own);
    });
}

/** `take` gives all that wait, with those that have come since it was asked before. */
async function changeOnce(jobs: StoredJobs, jobId: string, take: () => readonly Waiting[]): Promise<void> {
  for (let race = 0; race < maxRaces; race += 1) {
    take();
    const stored = await jobs.find(jobId);
    const all = take();
    if (stored === null) return all.forEach(({ resolve }) => resolve(null));
    const { job, says, tell } = decideAll(stored.job, all);
    if (job === stored.job || (await jobs.write({ job, says }, stored.revision))) return tell();
  }
  throw new Error(`scan job ${jobId} changed ${maxRaces} times while one change of it was tried`);
}

/** Each on the job as the one before left it; whoever throws leaves it as it is and fails alone. */
function decideAll(before: ScanJob, all: readonly Waiting[]): JobChange & { readonly tell: () => void } {
  let job = before;
  const says: JobSays[] = [];
  const tells: (() => void)[] = [];
  for (const { decide, resolve, reject } of all) {
    try {
      const change = decide(job);
      if (change !== null) says.push(...change.says);
      const now = change?.job ?? job;
      job = now;
      tells.push(() => resolve(now));
    } catch (error) {
      tells.push(() => reject(error));
    }
  }
  return { job, says: saidOnce(says), tell: () => tells.forEach((one) => one()) };
}

/** All are told with the job as it stands at last: progress once, and not beside the end. */
function saidOnce(says: readonly JobSays[]): JobSays[] {
  const last = says.findLast(({ kind }) => kind !== 'task-requested');
  return [...says.filter(({ kind }) => kind === 'task-requested'), ...(last === undefined ? [] : [last])];
}
