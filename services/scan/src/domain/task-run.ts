import { setTimeout as wait } from 'node:timers/promises';

/** What a delivery gives a task: its end, a way to show life, and whether it will be tried again. */
export interface TaskRun {
  readonly signal: AbortSignal;
  readonly lastAttempt: boolean;
  alive(): void;
}

/** Thrown inside a task when its job has ended meanwhile: there is nothing left to do, and nothing failed. */
export class JobEnded extends Error {
  constructor() {
    super('the job has ended');
    this.name = 'JobEnded';
  }
}

const beatMs = 5_000;

/** Shows life while something that has its own time limit is under way. */
export async function whileAlive<T>(run: TaskRun, work: () => Promise<T>): Promise<T> {
  run.alive();
  const beat = setInterval(() => run.alive(), beatMs);
  try {
    return await work();
  } finally {
    clearInterval(beat);
  }
}

/** Waits without losing the task: shows life, ends at once on the signal, and calls `check` every few seconds. */
export async function pause(run: TaskRun, ms: number, check: () => Promise<void>): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= beatMs) {
    run.alive();
    await wait(Math.min(leftMs, beatMs), undefined, { signal: run.signal });
    await check();
  }
}
