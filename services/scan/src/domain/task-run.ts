import { setTimeout as wait } from 'node:timers/promises';
import { AppError, type Clock, type TaskSlot } from '@earshot/core';
import type { JobId } from '@earshot/proto/refs';
import { awaitsOutcomes, type ScanJob } from './job.ts';
import { applyOutcomes } from './job-changes.ts';
import type { JobStore, VerdictStore } from './ports.ts';

/** The part of an event delivery that a task uses: the abort signal, the number of the attempt, and the heartbeat. */
export interface TaskRun {
  readonly signal: AbortSignal;
  /** 1 for the first. */
  readonly attempt: number;
  readonly lastAttempt: boolean;
  alive(): void;
  readonly slot: TaskSlot;
}

/** Works in a place of the worker, after waiting for one. */
export async function inSlot<T>(run: TaskRun, work: () => Promise<T>): Promise<T> {
  try {
    await whileAlive(run, () => run.slot.enter(run.signal));
    return await work();
  } finally {
    run.slot.leave();
  }
}

/** Waits without a place, and takes one again afterwards. Call it in a place. */
export async function outside<T>(run: TaskRun, waiting: () => Promise<T>): Promise<T> {
  run.slot.leave();
  try {
    return await waiting();
  } finally {
    await whileAlive(run, () => run.slot.enter(run.signal));
  }
}

/** Lets the tasks of others have their turn. */
export const nextTurn = (run: TaskRun): Promise<void> => outside(run, async () => undefined);

/** Thrown inside a task when its job has ended. The task then stops without an error. */
export class JobEnded extends Error {
  constructor() {
    super('the job has ended');
    this.name = 'JobEnded';
  }
}

const beatMs = 5_000;

/** Sends heartbeats while `work` runs. `work` needs a time limit, because the heartbeats keep the task alive. */
export async function whileAlive<T>(run: TaskRun, work: () => Promise<T>): Promise<T> {
  run.alive();
  const beat = setInterval(() => run.alive(), beatMs);
  try {
    return await work();
  } finally {
    clearInterval(beat);
  }
}

/**
 * Waits without losing the task: sends heartbeats, rejects as soon as the signal aborts, and calls `check` every few
 * seconds.
 */
async function pause(run: TaskRun, ms: number, check: () => Promise<void>): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= beatMs) {
    run.alive();
    await wait(Math.min(leftMs, beatMs), undefined, { signal: run.signal });
    await check();
  }
}

/** Longer than the rate limit window of any source. */
const longestWindowMs = 11 * 60_000;

interface LimitOptions {
  readonly longestWaitMs?: number;
  /** Called before a wait that people notice, with its length. */
  readonly onLimit?: ((waitMs: number) => Promise<void>) | undefined;
}

/** Shorter waits are part of the pace at which Earshot reads. */
const noticedMs = 5_000;

/**
 * Sends a request to a source, and again after each wait that the source demands. Waits that add up to more than
 * `longestWaitMs` are an error. `meanwhile` is called before each request and during waits. Call it in a place of the
 * worker: while the task waits, the place is free for others.
 */
export async function waitOutLimits<T>(
  run: TaskRun,
  ask: (onWait: () => void) => Promise<T>,
  meanwhile: () => Promise<void>,
  { longestWaitMs = longestWindowMs, onLimit }: LimitOptions = {},
): Promise<T> {
  let isOutside = false;
  const leave = () => {
    if (!isOutside) run.slot.leave();
    isOutside = true;
  };
  try {
    return await askUntilAllowed(run, { ask: () => ask(leave), leave, meanwhile, longestWaitMs, onLimit });
  } finally {
    if (isOutside) await whileAlive(run, () => run.slot.enter(run.signal));
  }
}

interface Asking<T> {
  readonly ask: () => Promise<T>;
  readonly leave: () => void;
  readonly meanwhile: () => Promise<void>;
  readonly longestWaitMs: number;
  readonly onLimit: LimitOptions['onLimit'];
}

async function askUntilAllowed<T>(run: TaskRun, asking: Asking<T>): Promise<T> {
  const { ask, leave, meanwhile, longestWaitMs, onLimit } = asking;
  let waitedMs = 0;
  for (;;) {
    await meanwhile();
    try {
      return await whileAlive(run, ask);
    } catch (error) {
      const waitMs = rateLimitMs(error);
      if (waitMs === null || waitedMs + waitMs > longestWaitMs) throw error;
      waitedMs += waitMs;
      leave();
      if (waitMs > noticedMs) await onLimit?.(waitMs);
      await pause(run, waitMs, meanwhile);
    }
  }
}

function rateLimitMs(error: unknown): number | null {
  if (!(error instanceof AppError) || error.code !== 'source.rate-limited') return null;
  // A minimum wait. Otherwise a source that answers "0 seconds" would be called in a tight loop.
  return Math.max(50, 1_000 * (error.details.retryAfterSeconds ?? 5));
}

/** The dependencies of settling a job. */
export interface SettleDeps {
  readonly jobs: Pick<JobStore, 'change'>;
  readonly verdicts: Pick<VerdictStore, 'admit' | 'leaveWaiting' | 'outcomesOf'>;
  readonly clock: Clock;
}

/**
 * Updates a job's counts from the outcomes of its verdicts, and ends the job once nothing is pending. Sends the posts
 * that the job held back to the lead service once all its posts are judged. Resolves with the resulting job; null if
 * there is none.
 */
export async function settleJob({ jobs, verdicts, clock }: SettleDeps, jobId: JobId): Promise<ScanJob | null> {
  const outcomes = await verdicts.outcomesOf(jobId);
  const job = await jobs.change(jobId, (stored) => applyOutcomes(stored, outcomes, clock.now()));
  if (job !== null && awaitsOutcomes(job)) await verdicts.admit(job);
  return job;
}

/** Settles a cancelled job, and leaves the posts that it held back to the next scan. */
export async function settleCancelled(deps: SettleDeps, jobId: JobId): Promise<ScanJob | null> {
  await deps.verdicts.leaveWaiting(jobId);
  return settleJob(deps, jobId);
}
