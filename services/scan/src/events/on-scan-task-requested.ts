import type { Delivery, EventOf } from '@earshot/event-bus';
import type { Slots, TaskSlot } from '@earshot/core';
import { abandonTask, runTask, type TaskDeps } from '../domain/run-task.ts';

/**
 * Runs the requested task of a job. The delivery is released at once: the worker's own places, which are dealt fairly
 * between users, decide when the task works.
 */
export function onScanTaskRequested({ slots, ...deps }: TaskDeps & { readonly slots: Slots }) {
  return async ({ userId, payload }: EventOf<'scanTaskRequested'>, delivery: Delivery): Promise<void> => {
    const { jobId, task } = payload.value;
    const { signal, attempt, lastAttempt } = delivery;
    delivery.release();
    const slot = slotThatBegins(slots.of(userId), delivery);
    await runTask(deps, { jobId, task }, { signal, attempt, lastAttempt, slot, alive: () => delivery.progress() });
  };
}

/** A task begins when it has a place. One that only waits does not count when the process ends. */
export function slotThatBegins(slot: TaskSlot, delivery: Delivery): TaskSlot {
  let begun: Promise<void> | undefined;
  return {
    enter: async (signal) => {
      await slot.enter(signal);
      begun ??= delivery.begin();
      await begun;
    },
    leave: () => slot.leave(),
  };
}

/** Ends a task that never ended when it was run, so that its job ends. */
export function onScanTaskUnended(deps: TaskDeps) {
  return async ({ payload }: EventOf<'scanTaskRequested'>): Promise<void> => {
    const { jobId, task } = payload.value;
    await abandonTask(deps, { jobId, task });
  };
}
