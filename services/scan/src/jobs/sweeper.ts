import type { Clock, Logger } from '@earshot/core';
import type { Part } from '@earshot/service-kit';
import { repeatedWork } from '@earshot/service-kit';
import { noteSilence, requestAgain } from '../domain/job-changes.ts';
import type { JobStore, VerdictStore } from '../domain/ports.ts';

export interface SweepDeps {
  readonly jobs: JobStore;
  readonly verdicts: VerdictStore;
  readonly settle: (jobId: string) => Promise<void>;
  readonly clock: Clock;
  readonly log: Logger;
}

const everyMs = 10_000;
/** A task of which nothing was heard for so long has lost its request: workers report every few seconds. */
const quietMs = 5 * 60_000;
const pageSize = 100;
const tellAgainAtOnce = 200;

/**
 * Looks after the running jobs: settles what a crash left unsettled, asks again for lost tasks, and tells the lead
 * service again of found posts that got no outcome. Any replica may do it, at any time.
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

async function lookAfter(deps: SweepDeps, jobId: string): Promise<void> {
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
  deps.log.warn({ jobId }, 'found posts of a scan have no outcome yet; telling of them again');
  await deps.verdicts.tellAgain(job, tellAgainAtOnce);
}

/** The sweep as a part of a service: at its start and every few seconds. */
export function createSweeper(deps: SweepDeps): Part {
  const failure = 'the sweep of scan jobs failed';
  return repeatedWork({ name: 'scan sweeper', everyMs, work: () => sweep(deps), log: deps.log, failure });
}
