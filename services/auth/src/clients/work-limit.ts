import { appError } from '@earshot/core';
import type { Caller } from '../domain/passwords.ts';

export interface WorkLimit {
  <T>(work: () => Promise<T>, caller: Caller): Promise<T>;
  /** Throws service.unavailable when the queue of the caller is full. */
  admit(caller: Caller): void;
  /** The current numbers of running and waiting tasks. */
  running(): number;
  waiting(): number;
}

/**
 * Runs at most `running` tasks at once. `waiting` more of each kind of caller are queued; further ones throw
 * service.unavailable. Callers on known devices go first, so that a flood of strangers does not keep them out.
 */
export function workLimit(limits: { running: number; waiting: number }): WorkLimit {
  const queues: Readonly<Record<Caller, (() => void)[]>> = { known: [], stranger: [] };
  let free = limits.running;
  const admit = (caller: Caller) => {
    if (free === 0 && queues[caller].length >= limits.waiting)
      throw appError('service.unavailable', { retryAfterSeconds: 2 });
  };
  const limited = async <T>(work: () => Promise<T>, caller: Caller): Promise<T> => {
    admit(caller);
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => queues[caller].push(resolve));
    try {
      return await work();
    } finally {
      // Passes the slot to the next task directly, so that no new task can take it.
      const next = queues.known.shift() ?? queues.stranger.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
  const waiting = () => queues.known.length + queues.stranger.length;
  return Object.assign(limited, { admit, running: () => limits.running - free, waiting });
}
