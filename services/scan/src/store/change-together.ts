import { AsyncLocalStorage } from 'node:async_hooks';
import type { JobId } from '@earshot/proto/refs';
import { hasEnded, type ScanJob } from '../domain/job.ts';
import type { JobChange, JobMessage } from '../domain/job-changes.ts';

export type Decide = (job: ScanJob) => JobChange | null;

/** A job as stored. Each write increments its revision. */
export interface StoredJob {
  readonly job: ScanJob;
  readonly revision: number;
}

/** Reads and writes stored jobs. */
export interface StoredJobs {
  find(jobId: JobId): Promise<StoredJob | null>;
  /** False if the stored job no longer has the revision of `before`, which the change was decided on. */
  write(change: JobChange, before: StoredJob): Promise<boolean>;
}

interface Waiting {
  readonly decide: Decide;
  readonly resolve: (job: ScanJob | null) => void;
  readonly reject: (error: unknown) => void;
  /** Runs code in the async context of the caller, so that the events belong to the caller's trace. */
  readonly inItsTrace: ReturnType<typeof AsyncLocalStorage.snapshot>;
}

/** Few processes change one job at the same time, so this many lost races in a row indicate another fault. */
const maxRaces = 200;
/** Running jobs whose last written state this process remembers. */
const rememberedJobs = 50;

/**
 * Implements `JobStore.change`. Changes of one job that arrive while another is in progress in this process are decided
 * one after another and written together. Otherwise tasks that end at the same time would compete, and each lost race
 * would waste a read and a write. A change is first decided on what this process wrote last, without a read: if another
 * process has changed the job since, the write fails. A decision to change nothing is made on a read state only.
 */
export function changeTogether(jobs: StoredJobs): (jobId: JobId, decide: Decide) => Promise<ScanJob | null> {
  const queues = new Map<string, Waiting[]>();
  const written = new Map<string, StoredJob>();
  const work = async (jobId: JobId, queue: Waiting[]) => {
    for (let first = queue[0]; first !== undefined; first = queue[0]) {
      const batch: Waiting[] = [];
      await first
        .inItsTrace(() => changeOnce({ jobs, written }, jobId, () => (batch.push(...queue.splice(0)), batch)))
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

interface Known {
  readonly jobs: StoredJobs;
  readonly written: Map<string, StoredJob>;
}

/** `take` returns all waiting changes, including those that arrived since its last call. */
async function changeOnce({ jobs, written }: Known, jobId: JobId, take: () => readonly Waiting[]): Promise<void> {
  for (let race = 0; race < maxRaces; race += 1) {
    take();
    const remembered = written.get(jobId);
    written.delete(jobId);
    const stored = remembered ?? (await jobs.find(jobId));
    const all = take();
    if (stored === null) return all.forEach(({ resolve }) => resolve(null));
    const { job, messages, answerCallers } = decideAll(stored.job, all);
    if (job === stored.job) {
      if (remembered !== undefined) continue;
      return answerCallers();
    }
    if (!(await jobs.write({ job, messages }, stored))) continue;
    // After a lost race, other processes work on this job too.
    if (race === 0) remember(written, { job, revision: stored.revision + 1 });
    return answerCallers();
  }
  throw new Error(`scan job ${jobId} changed ${maxRaces} times while one change of it was tried`);
}

function remember(written: Map<string, StoredJob>, stored: StoredJob): void {
  if (hasEnded(stored.job)) return;
  written.set(stored.job.id, stored);
  for (const oldest of written.keys()) {
    if (written.size <= rememberedJobs) return;
    written.delete(oldest);
  }
}

/**
 * Applies each decision to the result of the one before. A decision that throws leaves the job unchanged and rejects
 * only its caller.
 */
function decideAll(before: ScanJob, all: readonly Waiting[]): JobChange & { readonly answerCallers: () => void } {
  let job = before;
  const messages: JobMessage[] = [];
  const answers: (() => void)[] = [];
  for (const { decide, resolve, reject } of all) {
    try {
      const change = decide(job);
      if (change !== null) messages.push(...change.messages);
      const now = change?.job ?? job;
      job = now;
      answers.push(() => resolve(now));
    } catch (error) {
      answers.push(() => reject(error));
    }
  }
  return { job, messages: uniqueMessages(messages), answerCallers: () => answers.forEach((one) => one()) };
}

/** All events contain the final job, so one progress event is enough, and none is needed if the job ended. */
function uniqueMessages(messages: readonly JobMessage[]): JobMessage[] {
  const last = messages.findLast(({ kind }) => kind !== 'task-requested');
  return [...messages.filter(({ kind }) => kind === 'task-requested'), ...(last === undefined ? [] : [last])];
}
