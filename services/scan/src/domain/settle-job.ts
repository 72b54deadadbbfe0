import type { Clock } from '@earshot/core';
import type { JobId } from '@earshot/proto/refs';
import type { ScanJob } from './job.ts';
import { awaitsOutcomes } from './job.ts';
import { applyOutcomes } from './job-changes.ts';
import type { JobStore, VerdictStore } from './ports.ts';

/** The dependencies of settling a job. */
export interface SettleDeps {
  readonly jobs: Pick<JobStore, 'change'>;
  readonly verdicts: Pick<VerdictStore, 'admit' | 'leaveWaiting' | 'outcomesOf'>;
  readonly clock: Clock;
}

/**
 * Updates a job's counts from the outcomes of its verdicts, and ends the job once nothing is pending. Sends the posts
 * that the job held back to the lead service once all its posts are judged. Resolves with the resulting job; null if
 * there is none.
 */
export async function settleJob({ jobs, verdicts, clock }: SettleDeps, jobId: JobId): Promise<ScanJob | null> {
  const outcomes = await verdicts.outcomesOf(jobId);
  const job = await jobs.change(jobId, (stored) => applyOutcomes(stored, outcomes, clock.now()));
  if (job !== null && awaitsOutcomes(job)) await verdicts.admit(job);
  return job;
}

/** Settles a cancelled job, and leaves the posts that it held back to the next scan. */
export async function settleCancelled(deps: SettleDeps, jobId: JobId): Promise<ScanJob | null> {
  await deps.verdicts.leaveWaiting(jobId);
  return settleJob(deps, jobId);
}
