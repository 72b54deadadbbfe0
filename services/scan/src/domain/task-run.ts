import { setTimeout as wait } from 'node:timers/promises';
import type { TaskSlot } from './slots.ts';

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
export async function pause(run: TaskRun, ms: number, check: () => Promise<void>): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= beatMs) {
    run.alive();
    await wait(Math.min(leftMs, beatMs), undefined, { signal: run.signal });
    await check();
  }
}
