import { type KeyValue, KeyValueAway, type Lease } from './key-value.ts';

/**
 * Resolves with the result of `ask`, or with the result of `without` when the store is unavailable. Other errors are
 * rethrown.
 */
export async function unlessAway<T, F>(ask: () => Promise<T>, without: (away: KeyValueAway) => F | Promise<F>) {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof KeyValueAway) return without(error);
    throw error;
  }
}

/**
 * A lease that only saves duplicate work: the work stays correct if several processes do it. Returns null when another
 * holder has it. While the store is unavailable, every process gets the lease and keeps it
 * (docs/decisions/0032-leases-are-an-optimisation.md).
 */
export async function leaseToSaveWork(kv: Pick<KeyValue, 'lease'>, name: string, ttlMs: number): Promise<Lease | null> {
  const lease = await unlessAway(
    () => kv.lease(name, ttlMs),
    () => sharedLease,
  );
  return lease === null
    ? null
    : {
        renew: (renewedTtlMs) =>
          unlessAway(
            () => lease.renew(renewedTtlMs),
            () => true,
          ),
        release: () => lease.release(),
      };
}

const sharedLease: Lease = { renew: async () => true, release: async () => undefined };
