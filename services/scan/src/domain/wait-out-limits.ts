import { AppError } from '@earshot/core';
import type { TaskRun } from './task-run.ts';
import { pause, whileAlive } from './task-run.ts';

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
