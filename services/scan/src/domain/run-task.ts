import { AppError, type Clock, type Logger } from '@earshot/core';
import { OutageError } from '@earshot/event-bus';
import { documentsAway } from '@earshot/service-kit';
import type { ErrorCode } from '@earshot/proto/errors';
import { closedCommunityErrors, type Sources } from '@earshot/sources';
import type { JobId, UserId } from '@earshot/proto/refs';
import { awaitsOutcomes, communityOf, noCounts, type ScanJob, type ScanTask, type TaskCounts } from './job.ts';
import { beginTask, endTask, noteWait, reportTask } from './job-changes.ts';
import { personalScorer, type Scorer, type Vectors } from '@earshot/scoring';
import type { JobStore, VerdictStore } from './ports.ts';
import { carryOver, type CommunityDeps, type CommunityScan, scanCommunity } from './scan-community.ts';
import { problemOf, problemWords } from './source-problem.ts';
import { inSlot, JobEnded, settleCancelled, settleJob, type TaskRun } from './task-run.ts';

/** The dependencies of a task. */
export interface TaskDeps extends Omit<CommunityDeps, 'scorer'> {
  readonly sources: Pick<Sources, 'all' | 'get'>;
  readonly jobs: JobStore;
  readonly verdicts: VerdictStore;
  readonly scorerFor: (model: string, userId: UserId) => Scorer;
  readonly vectors: Vectors;
  readonly clock: Clock;
  readonly log: Logger;
  /** Whether the next report of the job's progress is due. Limits the reports to a few per second. */
  readonly isReportDue: (jobId: JobId) => boolean;
}

/** Errors that a retry cannot fix. The job shows their message with the community's name. */
const finalErrors: readonly ErrorCode[] = [
  'source.not-found',
  ...closedCommunityErrors,
  'source.refused',
  'source.unknown',
];

/**
 * Attempts while no connection to the source is possible. Their delays add up to 13 seconds, so that the scan soon names
 * the source. Sources that answer with an error are retried for longer.
 */
const unreachableAttempts = 7;

/**
 * Runs one task of a job. A repeated call counts the work that is already done and does not repeat it. Rejects so that
 * the task is retried. On the last attempt the task ends as failed instead, so that its job always ends.
 */
export async function runTask(
  deps: TaskDeps,
  request: { readonly jobId: JobId; readonly task: number },
  run: TaskRun,
): Promise<void> {
  // Without a place a task does nothing, because hundreds may wait for one.
  await inSlot(run, () => runInPlace(deps, request, run));
}

async function runInPlace(
  deps: TaskDeps,
  { jobId, task: index }: { readonly jobId: JobId; readonly task: number },
  run: TaskRun,
): Promise<void> {
  const begun = await begin(deps, jobId, index);
  if (begun === null) return;
  const { job, task, isRepeated } = begun;
  const tally = { ...noCounts };
  try {
    await work(deps, job, index, task, run, tally);
    // The tally of a community's first attempt has all its verdicts, so it saves the queries.
    const counts = isRepeated || task.kind === 'carry-over' ? await storedCounts(deps, job, index, tally) : tally;
    await end(deps, job, index, { counts, error: null });
  } catch (error) {
    // Posts judged since the end of the job are left to the next scan.
    if (error instanceof JobEnded) return void (await settleCancelled(deps, jobId));
    const final = isFinal(error, run);
    // An outage or a stop of this process does not count as an attempt, so the task is delivered again
    // (docs/decisions/0031).
    const isAttempt = !documentsAway(error) && !(run.signal.reason instanceof OutageError);
    if (!final && !(run.lastAttempt && isAttempt)) throw error;
    if (!final) deps.log.error({ err: error, jobId, task: index }, 'a scan task failed for good');
    const known = Math.max(tally.known, task.counts.known);
    const stale = Math.max(tally.stale, task.counts.stale);
    const counts = await storedCounts(deps, job, index, { known, stale });
    await end(deps, job, index, { counts, error: problemWords(error, deps.clock.now()) });
  }
}

/** Records that the task begins. Null if there is nothing to do. `isRepeated`: an earlier delivery began it. */
async function begin(deps: TaskDeps, jobId: JobId, index: number) {
  // Most requests of a cancelled job end here, without reading the job.
  if (!(await deps.jobs.isRunning(jobId))) return null;
  let isRepeated = false;
  const job = await deps.jobs.change(jobId, (stored) => {
    isRepeated = stored.tasks[index]?.state !== 'waiting';
    return beginTask(stored, index, deps.clock.now());
  });
  const task = job?.tasks[index];
  return job === null || task === undefined || !isOpen(job, task) ? null : { job, task, isRepeated };
}

/** Ends a task as failed that Earshot could not end in several runs. */
export async function abandonTask(
  deps: TaskDeps,
  { jobId, task: index }: { readonly jobId: JobId; readonly task: number },
): Promise<void> {
  const job = await deps.jobs.find(jobId);
  const task = job?.tasks[index];
  if (job === null || task === undefined || !isOpen(job, task)) return;
  const counts = await storedCounts(deps, job, index, task.counts);
  await end(deps, job, index, { counts, error: 'Earshot stopped unexpectedly each time it read this community' });
}

function isFinal(error: unknown, { attempt }: TaskRun): boolean {
  if (!(error instanceof AppError)) return false;
  const unreachable = error.code === 'source.unavailable' && error.details.reason === 'unreachable';
  return finalErrors.includes(error.code) || (unreachable && attempt >= unreachableAttempts);
}

function isOpen(job: ScanJob, task: ScanTask): boolean {
  return job.status === 'processing' && task.state !== 'done' && task.state !== 'failed';
}

async function work(
  deps: TaskDeps,
  job: ScanJob,
  index: number,
  task: ScanTask,
  run: TaskRun,
  tally: Record<keyof TaskCounts, number>,
): Promise<void> {
  const check = async () => {
    run.signal.throwIfAborted();
    if (!(await deps.jobs.isRunning(job.id))) throw new JobEnded();
  };
  if (task.kind === 'carry-over') {
    await check();
    await carryOver(deps, { job, task: index, run, check });
    return;
  }
  const report: CommunityScan['report'] = async (state, totalOf) => {
    run.alive();
    if (!deps.isReportDue(job.id)) return;
    const seen = { state, total: await totalOf(), counts: { ...tally } };
    await deps.jobs.change(job.id, (stored) => reportTask(stored, index, seen, deps.clock.now()));
  };
  const onLimit = async (until: Date) => {
    await deps.jobs.change(job.id, (stored) => noteWait(stored, index, until));
  };
  // The operator may have configured the real source since the job was created.
  const problem = problemOf(deps.sources, communityOf(task));
  if (problem !== null) throw problem;
  const community = communityOf(task);
  const scorer = personalScorer(deps.scorerFor(job.model, job.userId), job.learned, deps.vectors);
  await scanCommunity({ ...deps, scorer }, { job, task: index, community, run, check, tally, report, onLimit });
}

/** The counts of the task's stored verdicts. Known and stale posts have no verdict of this task. */
async function storedCounts(
  { verdicts }: TaskDeps,
  job: ScanJob,
  index: number,
  { known, stale }: Pick<TaskCounts, 'known' | 'stale'>,
): Promise<TaskCounts> {
  return { ...(await verdicts.countsOf(job.id, index)), known, stale };
}

/** Ends the task. The last task of a job also settles it; if a crash prevents that, the sweep does it. */
async function end(
  deps: TaskDeps,
  job: ScanJob,
  index: number,
  result: { readonly counts: TaskCounts; readonly error: string | null },
): Promise<void> {
  const after = await deps.jobs.change(job.id, (current) => endTask(current, index, result, deps.clock.now()));
  if (after !== null && awaitsOutcomes(after)) await settleJob(deps, job.id);
}
