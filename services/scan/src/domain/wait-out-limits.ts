import { AppError } from '@earshot/core';
import type { TaskRun } from './task-run.ts';
import { pause, whileAlive } from './task-run.ts';

/** Longer than the rate limit window of any source. A longer wait is treated as an error. */
const longestWaitMs = 11 * 60_000;

/**
 * Sends a request to a source, and again after each wait that the source demands. `meanwhile` is called before each
 * request and during waits.
 */
export async function waitOutLimits<T>(
  run: TaskRun,
  ask: () => Promise<T>,
  meanwhile: () => Promise<void>,
): Promise<T> {
  let waitedMs = 0;
  for (;;) {
    await meanwhile();
    try {
      return await whileAlive(run, ask);
    } catch (error) {
      const waitMs = rateLimitMs(error);
      if (waitMs === null || waitedMs + waitMs > longestWaitMs) throw error;
      waitedMs += waitMs;
      await pause(run, waitMs, meanwhile);
    }
  }
}

function rateLimitMs(error: unknown): number | null {
  if (!(error instanceof AppError) || error.code !== 'source.rate-limited') return null;
  // A minimum wait. Otherwise a source that answers "0 seconds" would be called in a tight loop.
  return Math.max(50, 1_000 * (error.details.retryAfterSeconds ?? 5));
}
