import { appError } from '@earshot/core';
import { isSlow, sourceDefinition } from '@earshot/sources';
import type { CommunityRef } from '@earshot/proto/refs';
import {
  awaitsOutcomes,
  foundOf,
  hasEnded,
  noCounts,
  type Outcomes,
  processedOf,
  progressOf,
  resolvedOf,
  type ScanJob,
  type ScanTask,
  type TaskCounts,
  taskHasEnded,
} from './job.ts';

/** An event of a changed job, stored in the same write. */
export type JobMessage =
  { readonly kind: 'task-requested'; readonly task: number } | { readonly kind: 'progressed' | 'ended' };

/** The new state of a job and the events to store with it (docs/decisions/0012). */
export interface JobChange {
  readonly job: ScanJob;
  readonly messages: readonly JobMessage[];
}

/** A community of a new job. `problem` is the message why it cannot be scanned, or null. */
export interface JobCommunity extends CommunityRef {
  readonly problem: string | null;
}

/** The inputs of a new scan. */
export interface JobFacts extends Pick<
  ScanJob,
  | 'id'
  | 'userId'
  | 'businessDescription'
  | 'profile'
  | 'businessVersion'
  | 'threshold'
  | 'maxLeadsPerScan'
  | 'maxLeadsPerDay'
  | 'model'
  | 'learned'
> {
  readonly communities: readonly JobCommunity[];
  /** The job takes the posts that earlier scans held back before it reads any community. */
  readonly carriesOver: boolean;
}

/** Tasks of a job that may be in work at once, so that the scans of other users get their turn. */
const tasksInWork = 12;
/** The same for a source that allows at most one request a second: more tasks would only wait. */
const slowTasksInWork = 2;

/** Creates a pending job and its first task requests. */
export function newJob({ communities, carriesOver, ...facts }: JobFacts, now: Date): JobChange {
  const nowhere = { source: '', name: '', problem: null };
  const carryOver = carriesOver ? [newTask('carry-over', nowhere, now)] : [];
  const job: ScanJob = {
    ...facts,
    status: 'pending',
    tasks: [...carryOver, ...communities.map((community) => newTask('community', community, now))],
    outcomes: { created: 0, capped: 0, duplicate: 0 },
    progress: 0,
    limitResetsAt: null,
    startedAt: null,
    completedAt: null,
    createdAt: now,
  };
  return requestNext(job, now);
}

function newTask(kind: ScanTask['kind'], { source, name, problem }: JobCommunity, now: Date): ScanTask {
  return {
    kind,
    community: name,
    source,
    state: problem === null ? 'waiting' : 'failed',
    requested: false,
    error: problem,
    total: 0,
    counts: noCounts,
    touchedAt: now,
    waitsUntil: null,
  };
}

/** The kind of the tasks whose turn it is. */
function dueKind({ tasks }: ScanJob): ScanTask['kind'] {
  return tasks.some((task) => task.kind === 'carry-over' && !taskHasEnded(task)) ? 'carry-over' : 'community';
}

/** Requests the next tasks, as many as may be in work at once. */
function requestNext(job: ScanJob, now: Date): JobChange {
  const due = dueKind(job);
  const open = job.tasks.filter((task) => task.requested && !taskHasEnded(task));
  const inWork = new Map<string, number>();
  for (const { source } of open) inWork.set(source, (inWork.get(source) ?? 0) + 1);
  let left = tasksInWork - open.length;
  const messages: JobMessage[] = [];
  const tasks = job.tasks.map((task, index) => {
    const ofSource = inWork.get(task.source) ?? 0;
    const isNext = task.kind === due && !task.requested && !taskHasEnded(task);
    if (!isNext || left <= 0 || ofSource >= mostInWork(task)) return task;
    left -= 1;
    inWork.set(task.source, ofSource + 1);
    messages.push({ kind: 'task-requested', task: index });
    return { ...task, requested: true, touchedAt: now };
  });
  return { job: { ...job, tasks }, messages };
}

function mostInWork({ source, community }: ScanTask): number {
  const budget = sourceDefinition(source)?.budgetOf(community);
  return budget !== undefined && isSlow(budget) ? slowTasksInWork : tasksInWork;
}

/** Records that a worker starts a task. Null if the task or its job has ended. */
export function beginTask(job: ScanJob, index: number, now: Date): JobChange | null {
  const task = openTask(job, index);
  if (task === null) return null;
  const state = task.state === 'waiting' ? 'reading' : task.state;
  const begun = { ...withTask(job, index, { ...task, state, touchedAt: now }), status: 'processing' as const };
  return progressed({ ...begun, startedAt: job.startedAt ?? now });
}

/** The progress of a worker with its task. */
export interface TaskReport {
  readonly state: 'reading' | 'scoring';
  readonly total: number;
  readonly counts: TaskCounts;
}

/**
 * Records the progress of a task. Counts are totals of the task so far, not increments. A repeated task that has
 * processed fewer posts than the attempt before it only updates `touchedAt`.
 */
export function reportTask(job: ScanJob, index: number, report: TaskReport, now: Date): JobChange | null {
  const task = openTask(job, index);
  if (task === null) return null;
  if (processedOf(report.counts) < processedOf(task.counts)) {
    return { job: withTask(job, index, { ...task, touchedAt: now }), messages: [] };
  }
  return progressed(withTask(job, index, { ...task, ...report, touchedAt: now, waitsUntil: null }));
}

/** Records that a task waits for the limit of its source. */
export function noteWait(job: ScanJob, index: number, waitsUntil: Date): JobChange | null {
  const task = openTask(job, index);
  return task === null ? null : { job: withTask(job, index, { ...task, waitsUntil }), messages: [] };
}

/** Ends a task, with an `error` message if it failed, and requests the next ones. */
export function endTask(
  job: ScanJob,
  index: number,
  end: { readonly counts: TaskCounts; readonly error: string | null },
  now: Date,
): JobChange | null {
  const task = openTask(job, index);
  if (task === null) return null;
  const state = end.error === null ? 'done' : 'failed';
  const total = processedOf(end.counts);
  const ended = withTask(job, index, { ...task, ...end, state, total, touchedAt: now });
  const finished = task.kind === 'community' ? finish(ended, now) : null;
  if (finished !== null) return finished;
  const next = requestNext(ended, now);
  return { ...progressed(next.job), messages: [...next.messages, { kind: 'progressed' }] };
}

/**
 * Merges the lead service's decisions about the found posts. Counts only rise, so readings may arrive in any order. An
 * ended job accepts them too, because its found posts still get their outcomes.
 */
export function applyOutcomes(job: ScanJob, outcomes: Outcomes, now: Date): JobChange | null {
  const merged = {
    created: Math.max(job.outcomes.created, outcomes.created),
    capped: Math.max(job.outcomes.capped, outcomes.capped),
    duplicate: Math.max(job.outcomes.duplicate, outcomes.duplicate),
  };
  const counted = { ...job, outcomes: merged };
  const changed = resolvedOf(merged) !== resolvedOf(job.outcomes);
  if (hasEnded(job)) return changed ? { job: counted, messages: [] } : null;
  return finish(counted, now) ?? (changed ? progressed(counted) : null);
}

/** Publishes the progress of the job. Null if it has ended. */
export function publishProgress(job: ScanJob): JobChange | null {
  return hasEnded(job) ? null : progressed(job);
}

/** Stores when the reached daily limit resets. Null if the job already has this time. */
export function noteLimit(job: ScanJob, limitResetsAt: Date): JobChange | null {
  if (job.limitResetsAt?.getTime() === limitResetsAt.getTime()) return null;
  return { job: { ...job, limitResetsAt }, messages: [] };
}

/** Throws scan.ended if the job has already ended. */
export function cancelJob(job: ScanJob, now: Date): JobChange {
  if (hasEnded(job)) throw appError('scan.ended', { jobId: job.id });
  return { job: { ...job, status: 'cancelled', completedAt: now }, messages: [{ kind: 'ended' }] };
}

/**
 * Requests tasks again that have not been touched since `quietSince`, because their request may be lost. A task that no
 * worker has started may simply be queued, so the wait before each new request doubles. Otherwise the repeated requests
 * would make a long queue even longer.
 */
export function requestAgain(job: ScanJob, quietSince: Date, now: Date): JobChange | null {
  if (hasEnded(job)) return null;
  const msBetween = (from: Date, to: Date) => to.getTime() - from.getTime();
  const mayWait = ({ state, touchedAt }: ScanTask) =>
    state === 'waiting' && msBetween(touchedAt, now) < msBetween(job.createdAt, touchedAt);
  const isLost = (task: ScanTask) =>
    task.requested && !taskHasEnded(task) && task.touchedAt <= quietSince && !mayWait(task);
  if (!job.tasks.some(isLost)) return null;
  const messages = job.tasks.flatMap((task, index): JobMessage[] =>
    isLost(task) ? [{ kind: 'task-requested', task: index }] : [],
  );
  return {
    job: { ...job, tasks: job.tasks.map((task) => (isLost(task) ? { ...task, touchedAt: now } : task)) },
    messages,
  };
}

/**
 * Detects a job that only waits for outcomes, with no activity since `quietSince`. The found posts of such a job are
 * sent to the lead service again. Null for other jobs. Updates `touchedAt`, so that only one process does this, and not
 * again immediately.
 */
export function noteSilence(job: ScanJob, quietSince: Date, now: Date): JobChange | null {
  if (!awaitsOutcomes(job) || job.tasks.some((task) => task.touchedAt > quietSince)) return null;
  return { job: { ...job, tasks: job.tasks.map((task) => ({ ...task, touchedAt: now })) }, messages: [] };
}

/** Ends the job once every task has ended and every found post has an outcome. Null before that. */
function finish(job: ScanJob, now: Date): JobChange | null {
  if (!job.tasks.every(taskHasEnded) || resolvedOf(job.outcomes) < foundOf(job)) return null;
  const communities = job.tasks.filter((task) => task.kind === 'community');
  const status = communities.every((task) => task.state === 'failed') ? 'failed' : 'completed';
  const ended: ScanJob = { ...job, status, completedAt: now };
  return { job: { ...ended, progress: progressOf(ended) }, messages: [{ kind: 'ended' }] };
}

function openTask(job: ScanJob, index: number): ScanTask | null {
  const task = job.tasks[index];
  return task === undefined || hasEnded(job) || taskHasEnded(task) ? null : task;
}

function withTask(job: ScanJob, index: number, task: ScanTask): ScanJob {
  return { ...job, tasks: job.tasks.with(index, task) };
}

function progressed(job: ScanJob): JobChange {
  return { job: { ...job, progress: progressOf(job) }, messages: [{ kind: 'progressed' }] };
}
