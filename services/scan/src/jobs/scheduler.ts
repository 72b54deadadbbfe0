import { type KeyValue, leaseToSaveWork } from '@earshot/core';
import { type Part, repeatedWork } from '@earshot/service-kit';
import { runDueSlots, type SlotDeps } from '../domain/start-scan.ts';

/** Interval between runs: the maximum delay of a scheduled scan, or slightly more if many are due. */
const everyMs = 15_000;

/**
 * Starts scheduled scans when they are due, and at start those that were missed. A lease lets one replica check at a
 * time, which saves work.
 */
export function createScheduler(deps: SlotDeps & { readonly kv: Pick<KeyValue, 'lease'> }): Part {
  const look = async () => {
    const lease = await leaseToSaveWork(deps.kv, 'scan-scheduler', everyMs);
    if (lease === null) return;
    try {
      await runDueSlots(deps);
    } finally {
      await lease.release();
    }
  };
  const failure = 'the scan schedules could not be read';
  return repeatedWork({ name: 'scan scheduler', everyMs, work: look, log: deps.log, failure });
}
