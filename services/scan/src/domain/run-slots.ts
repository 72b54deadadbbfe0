import type { Logger } from '@earshot/core';
import { AppError } from '@earshot/core';
import type { ErrorCode } from '@earshot/proto/errors';
import type { Schedule } from './schedule.ts';
import { afterSlot } from './schedule.ts';
import type { StartDeps } from './start-scan.ts';
import { startScan } from './start-scan.ts';

export interface SlotDeps extends StartDeps {
  readonly log: Logger;
}

const pageSize = 100;
const nothingToScan: readonly ErrorCode[] = ['scan.no-business', 'scan.no-communities', 'scan.only-samples'];

/**
 * Starts the scans whose slot is due. Any number of processes may call it at any time: a unique key of the job allows
 * one scan per user and slot (docs/decisions/0008). Of several missed slots only one runs. A slot that finds a running
 * scan, or nothing to scan, is done. A slot that fails for another reason is retried at the next call.
 */
export async function runDueSlots(deps: SlotDeps): Promise<void> {
  for (let after: Date | null = null; ;) {
    const due: Schedule[] = await deps.schedules.due(deps.clock.now(), after, pageSize);
    for (const schedule of due) {
      await runSlot(deps, schedule).catch((err: unknown) => deps.log.warn({ err }, 'a scheduled scan did not start'));
    }
    // Skips failed slots. Otherwise the same page would be read again and again.
    after = due.at(-1)?.running?.nextAt ?? null;
    if (after === null || due.length < pageSize) return;
  }
}

async function runSlot(deps: SlotDeps, schedule: Schedule): Promise<void> {
  const { userId, running } = schedule;
  if (running === null) return;
  try {
    await startScan(deps, userId, running.nextAt);
  } catch (error) {
    if (!(error instanceof AppError) || !nothingToScan.includes(error.code)) throw error;
  }
  // `save` may return false: another process has already advanced the schedule, or the user has changed it.
  await deps.schedules.save(afterSlot(schedule, running, deps.clock.now()));
}
