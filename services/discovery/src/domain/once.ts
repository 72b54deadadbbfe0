import type { Lease } from '@earshot/core';

export interface OnceDependencies<T> {
  /** Returns null while another process works on the key; see `leaseToSaveWork`. */
  readonly lease: (key: string, ttlMs: number) => Promise<Lease | null>;
  /** Reads a result that another process may have saved in the meantime. */
  readonly made: (key: string) => Promise<T | null>;
  readonly wait: (ms: number) => Promise<void>;
}

/** Longer than a model call and its lookups may take. */
const leaseMs = 40_000;
const lookEveryMs = 200;

/**
 * Runs work once at a time per key and returns its result to all callers in this process. Callers in another process
 * wait for the saved result, and do the work themselves after a timeout. This only saves work: the saved data is
 * correct without it (docs/decisions/0032-leases-are-an-optimisation.md).
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
