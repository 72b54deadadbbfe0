import { appError } from '@earshot/core';

export interface WorkLimit {
  <T>(work: () => Promise<T>): Promise<T>;
  /** Throws service.unavailable when the queue is full. */
  admit(): void;
  /** The current numbers of running and waiting tasks. */
  running(): number;
  waiting(): number;
}

/** Runs at most `running` tasks at once. `waiting` more are queued; further ones throw service.unavailable. */
export function workLimit(limits: { running: number; waiting: number }): WorkLimit {
  const queue: (() => void)[] = [];
  let free = limits.running;
  const admit = () => {
    if (free === 0 && queue.length >= limits.waiting) throw appError('service.unavailable', { retryAfterSeconds: 2 });
  };
  const limited = async <T>(work: () => Promise<T>): Promise<T> => {
    admit();
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      // Passes the slot to the next task directly, so that no new task can take it.
      const next = queue.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
  return Object.assign(limited, { admit, running: () => limits.running - free, waiting: () => queue.length });
}
