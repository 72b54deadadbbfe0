import { appError } from '@earshot/core';

export interface WorkLimit {
  <T>(work: () => Promise<T>): Promise<T>;
  /** Throws service.unavailable when no more may wait. */
  admit(): void;
  /** How many run, and how many wait, just now. */
  running(): number;
  waiting(): number;
}

/** Runs at most `running` pieces of work at once; `waiting` more may wait, the rest throw service.unavailable. */
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
      // The place passes on without becoming free in between.
      const next = queue.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
  return Object.assign(limited, { admit, running: () => limits.running - free, waiting: () => queue.length });
}
