import { appError } from '@earshot/platform';

/** Runs at most `running` pieces of work at once; `waiting` more may wait, the rest throw service.unavailable. */
export function workLimit(limits: { running: number; waiting: number }): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = [];
  let free = limits.running;
  return async (work) => {
    if (free > 0) free -= 1;
    else if (queue.length >= limits.waiting) throw appError('service.unavailable', { retryAfterSeconds: 2 });
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      // The place passes on without becoming free in between.
      const next = queue.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
