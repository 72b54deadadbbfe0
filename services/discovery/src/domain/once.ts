import type { Lease } from '@earshot/core';

export interface OnceDependencies<T> {
  /** null while another process works on the key; see `leaseToSaveWork`. */
  readonly lease: (key: string, ttlMs: number) => Promise<Lease | null>;
  /** What another process may have made meanwhile. */
  readonly made: (key: string) => Promise<T | null>;
  readonly wait: (ms: number) => Promise<void>;
}

/** Longer than a model may take with its look-ups. */
const leaseMs = 40_000;
const lookEveryMs = 200;

/**
 * Runs one piece of work of a key at a time and gives its result to all who asked meanwhile; who asks in another process
 * waits for what that one saves, and at last works itself. Saves work only: what is saved is right without it.
 */
export function once<T>(deps: OnceDependencies<T>): (key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key, work) => {
    const there = running.get(key);
    if (there !== undefined) return there;
    const mine = alone(key, work, deps).finally(() => running.delete(key));
    running.set(key, mine);
    return mine;
  };
}

async function alone<T>(key: string, work: () => Promise<T>, deps: OnceDependencies<T>): Promise<T> {
  for (let waitedMs = 0; waitedMs < leaseMs; waitedMs += lookEveryMs) {
    const lease = await deps.lease(key, leaseMs);
    if (lease !== null) return work().finally(() => lease.release());
    await deps.wait(lookEveryMs);
    const made = await deps.made(key);
    if (made !== null) return made;
  }
  return work();
}
