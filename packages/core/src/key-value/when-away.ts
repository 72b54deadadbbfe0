import type { KeyValue, Lease } from './key-value.ts';
import { KeyValueAway } from './key-value.ts';

/** What `ask` resolves with; when the store is away, what `without` gives. Other errors are thrown on. */
export async function unlessAway<T, F>(ask: () => Promise<T>, without: (away: KeyValueAway) => F | Promise<F>) {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof KeyValueAway) return without(error);
    throw error;
  }
}

/**
 * A lease for work that several may do at once without harm, and that one alone should do to save work: null when
 * somebody else holds it. While the store is away everybody has it, and nobody loses it.
 */
export async function leaseToSaveWork(kv: Pick<KeyValue, 'lease'>, name: string, ttlMs: number): Promise<Lease | null> {
  const lease = await unlessAway(
    () => kv.lease(name, ttlMs),
    () => everybodys,
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

const everybodys: Lease = { renew: async () => true, release: async () => undefined };
