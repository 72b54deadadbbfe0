import type { Delivery, EventOf } from '@earshot/event-bus';
import type { TaskDeps } from '../domain/run-task.ts';
import { runTask } from '../domain/run-task.ts';

/** Runs the requested task of a job. */
export function onScanTaskRequested(deps: TaskDeps) {
  return async ({ payload }: EventOf<'scanTaskRequested'>, delivery: Delivery): Promise<void> => {
    const { jobId, task } = payload.value;
    const { signal, attempt, lastAttempt } = delivery;
    await runTask(deps, { jobId, task }, { signal, attempt, lastAttempt, alive: () => delivery.progress() });
  };
}
