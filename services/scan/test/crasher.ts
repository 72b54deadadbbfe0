import { fairSlots } from '@earshot/core';
import type { TaskRun } from '../src/domain/task-run.ts';

/** Thrown instead of a step, as if the process had crashed there. */
export class Crash extends Error {}

/** Runs one step of the work under test, unless the crash comes first. */
export type Step = <T>(effect: () => Promise<T>) => Promise<T>;

/** Crashes at call number `at`, before its effect or after it. Counts all calls. */
export function crasher(at: number, when: 'before' | 'after'): { readonly step: Step; reached(): boolean } {
  let calls = 0;
  const step: Step = async (effect) => {
    calls += 1;
    const hit = calls === at;
    if (hit && when === 'before') throw new Crash();
    const result = await effect();
    if (hit) throw new Crash();
    return result;
  };
  return { step, reached: () => calls >= at };
}

/** A delivery of a task to a worker with nothing else to do. */
export function taskRun(more: Partial<TaskRun> = {}): TaskRun {
  const { signal } = new AbortController();
  const slot = fairSlots(1).of('user');
  return { signal, attempt: 1, lastAttempt: false, alive: () => undefined, slot, ...more };
}
