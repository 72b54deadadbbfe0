import type { Clock, Logger } from '@earshot/core';
import { type Part, repeatedWork } from '@earshot/service-kit';
import type { JobId } from '@earshot/proto/refs';
import { noteSilence, requestAgain } from '../domain/job-changes.ts';
import type { JobStore, VerdictStore } from '../domain/ports.ts';

export interface SweepDeps {
  readonly jobs: JobStore;
  readonly verdicts: VerdictStore;
  readonly settle: (jobId: JobId) => Promise<unknown>;
  readonly clock: Clock;
  readonly log: Logger;
}

const everyMs = 10_000;
/** A task without a report for this long has lost its request, because workers report every few seconds. */
const quietMs = 5 * 60_000;
const pageSize = 100;
const republishBatch = 200;

/**
 * Maintains the running jobs: settles jobs that a crash left unsettled, requests lost tasks again, and sends found
 * posts without an outcome to the lead service again. Any replica may run it, at any time.
 */
export async function sweep(deps: SweepDeps): Promise<void> {
  for (let afterUser = ''; ;) {
    const running = await deps.jobs.running(afterUser, pageSize);
    for (const { id } of running) await lookAfter(deps, id);
    const last = running.at(-1);
    if (last === undefined || running.length < pageSize) return;
    afterUser = last.userId;
  }
}

async function lookAfter(deps: SweepDeps, jobId: JobId): Promise<void> {
  await deps.settle(jobId);
  const now = deps.clock.now();
  const quietSince = new Date(now.getTime() - quietMs);
  await deps.jobs.change(jobId, (job) => requestAgain(job, quietSince, now));
  let silent = false;
  const job = await deps.jobs.change(jobId, (stored) => {
    const change = noteSilence(stored, quietSince, now);
    silent = change !== null;
    return change;
  });
  if (job === null || !silent) return;
  deps.log.warn({ jobId }, 'found posts of a scan have no outcome yet; they are sent to the lead service again');
  await deps.verdicts.republish(job, republishBatch);
}

/** Runs the sweep at the start of the service and every few seconds. */
export function createSweeper(deps: SweepDeps): Part {
  const failure = 'the sweep of scan jobs failed';
  return repeatedWork({ name: 'scan sweeper', everyMs, work: () => sweep(deps), log: deps.log, failure });
}
