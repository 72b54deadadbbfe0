import { limits } from '@earshot/proto/limits';
import { type FreshIds, freshIds, type Meters } from '@earshot/core';
import type { OutgoingEvent } from '@earshot/event-bus';
import { duplicateKeyFields, outboxOf, outboxPush } from '@earshot/service-kit';
import { profileIn } from '@earshot/proto/http/lead';
import type { JobId, UserId } from '@earshot/proto/refs';
import { hasEnded, type ScanJob, taskHasEnded, viewOf } from '../domain/job.ts';
import type { JobChange } from '../domain/job-changes.ts';
import type { ResultStore, ScanResult } from '../domain/performance.ts';
import { type JobStore, runningMs } from '../domain/ports.ts';
import { changeTogether, type StoredJob } from './change-together.ts';
import type { JobDocument, JobModel } from './job-schema.ts';
import type { ProgressPace } from './progress-pace.ts';

export interface JobStoreDeps {
  readonly model: JobModel;
  /** Creates the events of a change when it is written. */
  readonly eventsOf: (change: JobChange) => OutgoingEvent[];
  /** Called after each write that carried events. */
  readonly notify: () => void;
  /** Limits the progress events. */
  readonly pace: Pick<ProgressPace, 'paced' | 'written'>;
}

/** Stores jobs in MongoDB. A revision check makes a change and its events one atomic write (docs/decisions/0012). */
export function jobStore(deps: JobStoreDeps): JobStore & ResultStore {
  const { model, eventsOf, notify } = deps;
  const find = async (filter: Partial<JobDocument>) => {
    const found = await model.findOne(filter).sort({ createdAt: -1, _id: -1 }).lean<JobDocument>();
    return found === null ? null : { job: jobOf(found), revision: found.revision };
  };
  const running = freshIds(runningMs);
  const jobBy = async (filter: Partial<JobDocument>) => (await find(filter))?.job ?? null;

  return {
    hasSlot: async (slotKey) => (await model.exists({ slotKey })) !== null,
    add: async (change, slotKey) => {
      const { job } = change;
      const keys = { _id: job.id, runningFor: job.userId, ...(slotKey !== undefined && { slotKey }) };
      const document = { ...fieldsOf(job), ...keys, revision: 0 };
      try {
        await model.insertMany([{ ...document, ...outboxOf(eventsOf(change)) }]);
      } catch (error) {
        if (duplicateKeyFields(error) !== null) return false;
        throw error;
      }
      notify();
      await trim(model, job.userId);
      return true;
    },
    find: (jobId) => jobBy({ _id: jobId }),
    findOwn: (userId, jobId) => jobBy({ _id: jobId, userId }),
    findSome: async (userId, jobIds) => {
      const found = await model.find({ _id: { $in: [...jobIds] }, userId }, { outbox: 0 }).lean<JobDocument[]>();
      return found.map(jobOf);
    },
    findRunning: (userId) => jobBy({ runningFor: userId }),
    findLatest: (userId) => jobBy({ userId }),
    running: async (afterUser, limit) => {
      const filter = { runningFor: { $gt: afterUser } };
      const found = await model.find(filter, { userId: 1 }).sort({ runningFor: 1 }).limit(limit).lean();
      return found.map(({ _id, userId }) => ({ id: _id, userId }));
    },
    results: (userId, after, limit) => results(model, userId, after, limit),
    isRunning: async (jobId) => running.has(jobId) || seesRunning({ model, running }, jobId),
    change: changeTogether({
      find: (jobId) => find({ _id: jobId }),
      write: (change, before) => write({ ...deps, running }, change, before),
    }),
  };
}

/** Deletes the oldest scans beyond the limit. One that runs, or whose events wait, is deleted at a later start. */
async function trim(model: JobModel, userId: UserId): Promise<void> {
  const old = await model.find({ userId }, { _id: 1 }).sort({ createdAt: -1, _id: -1 }).skip(limits.scans.most).lean();
  if (old.length === 0) return;
  const ended = { runningFor: { $exists: false }, outboxAt: { $exists: false } };
  await model.deleteMany({ _id: { $in: old.map(({ _id }) => _id) }, ...ended });
}

async function seesRunning({ model, running }: Pick<WriteDeps, 'model' | 'running'>, jobId: JobId): Promise<boolean> {
  const isRunning = (await model.exists({ _id: jobId, runningFor: { $exists: true } })) !== null;
  if (isRunning) running.add(jobId);
  return isRunning;
}

async function results(model: JobModel, userId: UserId, after: Parameters<ResultStore['results']>[1], limit: number) {
  const later = after && {
    createdAt: { $gte: after.createdAt },
    $or: [{ createdAt: { $gt: after.createdAt } }, { _id: { $gt: after.id } }],
  };
  const fields = { status: 1, createdAt: 1, startedAt: 1, completedAt: 1, processedThreads: 1, newLeadsFound: 1 };
  const found = await model
    .find({ userId, ...later }, fields)
    .sort({ createdAt: 1, _id: 1 })
    .limit(limit)
    .lean<Omit<ScanResult & { _id: string }, 'id'>[]>();
  return found.map(({ _id: id, ...result }) => ({ ...result, id }));
}

interface WriteDeps extends JobStoreDeps {
  /** The jobs that were just seen running. */
  readonly running: FreshIds;
}

/** False if the job has changed since `before`. */
async function write(deps: WriteDeps, given: JobChange, before: StoredJob): Promise<boolean> {
  const change = deps.pace.paced(given);
  const events = deps.eventsOf(change);
  // Bypasses mongoose: `fieldsOf` gives fields that need no casting. Mongoose would create a document for each task,
  // which took a third of a worker's processor time.
  const sameRevision: Record<string, unknown> = { _id: change.job.id, revision: before.revision };
  const written = await deps.model.collection.updateOne(sameRevision, {
    $set: changedFields(before.job, change.job),
    ...(hasEnded(change.job) && { $unset: { runningFor: 1 } }),
    $inc: { revision: 1 },
    ...outboxPush(events),
  });
  if (written.matchedCount === 0) return false;
  deps.pace.written(change);
  if (hasEnded(change.job)) deps.running.delete(change.job.id);
  else deps.running.add(change.job.id);
  if (events.length > 0) deps.notify();
  return true;
}

/**
 * The fields that changes of a job set. What a scan is about never changes. Of the tasks, only the changed ones are
 * sent: all tasks of a large scan are as long as everything else that its small tasks read and write.
 */
function changedFields(before: ScanJob, after: ScanJob): Record<string, unknown> {
  const { tasks, businessDescription: _business, profile: _profile, learned: _learned, ...fields } = fieldsOf(after);
  if (before.tasks.length !== tasks.length) return { ...fields, tasks };
  const changed = tasks.flatMap((task, n) => (task === before.tasks[n] ? [] : [[`tasks.${n}`, task] as const]));
  return { ...fields, ...Object.fromEntries(changed) };
}

function fieldsOf(
  job: ScanJob,
): Omit<JobDocument, '_id' | 'revision' | 'runningFor' | 'slotKey' | 'outbox' | 'outboxAt'> {
  const { id: _, isScheduled: _scheduled, ...stored } = job;
  const view = viewOf(job);
  return {
    ...stored,
    tasks: [...job.tasks],
    currentStep: view.currentStep,
    totalThreads: view.totalThreads,
    processedThreads: view.processedThreads,
    newLeadsFound: view.newLeadsFound,
    subredditsScanned: view.subredditsScanned,
    errorMessage: view.errorMessage,
  };
}

function jobOf(document: JobDocument): ScanJob {
  return {
    id: document._id,
    userId: document.userId,
    isScheduled: document.slotKey !== undefined,
    status: document.status,
    businessDescription: document.businessDescription,
    profile: profileIn(document.profile ?? {}) ?? null,
    businessVersion: document.businessVersion,
    threshold: document.threshold,
    maxLeadsPerScan: document.maxLeadsPerScan,
    maxLeadsPerDay: document.maxLeadsPerDay,
    model: document.model,
    learned: document.learned,
    tasks: document.tasks,
    outcomes: document.outcomes,
    progress: document.progress,
    limitResetsAt: document.limitResetsAt,
    startedAt: document.startedAt,
    completedAt: document.completedAt,
    createdAt: document.createdAt,
  };
}

/**
 * Counts the changes of jobs as metrics. Each change is written once, so repeated tasks and duplicate events count
 * once. A crash between the write and the count loses the count.
 */
export function countedJobs<T extends JobStore>(jobs: T, meters: Meters): T {
  const started = meters.counter('scansStarted');
  const count = counting(meters);
  return {
    ...jobs,
    add: async (change, slotKey) => {
      const isNew = await jobs.add(change, slotKey);
      if (isNew) started.add({ by: slotKey === undefined ? 'user' : 'schedule' });
      return isNew;
    },
    change: async (jobId, decide) => {
      // `decide` runs again after a lost race: only its last decision was written.
      const decided: Changed[] = [];
      const job = await jobs.change(jobId, (before) => {
        const change = decide(before);
        decided.length = 0;
        if (change !== null) decided.push({ before, after: change.job });
        return change;
      });
      decided.forEach(count);
      return job;
    },
  };
}

interface Changed {
  readonly before: ScanJob;
  readonly after: ScanJob;
}

function counting(meters: Meters) {
  const tasks = meters.counter('scanTasks');
  const posts = meters.counter('scanPosts');
  const scans = meters.counter('scans');
  const seconds = meters.histogram('scanSeconds');
  return ({ before, after }: Changed): void => {
    for (const [index, task] of after.tasks.entries()) {
      const earlier = before.tasks[index];
      if (earlier === undefined || taskHasEnded(earlier) || !taskHasEnded(task)) continue;
      tasks.add({ outcome: task.state === 'failed' ? 'failed' : 'done' });
      for (const fate of ['known', 'stale', 'filtered', 'unscored', 'below'] as const) {
        posts.add({ fate }, task.counts[fate]);
      }
    }
    for (const fate of ['created', 'capped', 'duplicate'] as const) {
      posts.add({ fate }, Math.max(0, after.outcomes[fate] - before.outcomes[fate]));
    }
    const { status, createdAt, completedAt } = after;
    if (hasEnded(before) || status === 'pending' || status === 'processing') return;
    scans.add({ status });
    if (completedAt !== null) seconds.observe({ status }, (completedAt.getTime() - createdAt.getTime()) / 1000);
  };
}
