import type { KeyValue } from '@earshot/core';
import type { Part } from '@earshot/service-kit';
import { leaseToSaveWork } from '@earshot/core';
import { repeatedWork } from '@earshot/service-kit';
import type { SlotDeps } from '../domain/run-slots.ts';
import { runDueSlots } from '../domain/run-slots.ts';

/** How late a scheduled scan may start at most, or a little more where many are due. */
const everyMs = 15_000;

/**
 * Starts scheduled scans when their time has come, and at its own start those that were missed. Of several replicas one
 * looks at a time, which spares the others the work.
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
