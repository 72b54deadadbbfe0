import type { Clock } from '@earshot/core';
import { applyOutcomes } from './job-changes.ts';
import type { JobStore, VerdictStore } from './ports.ts';

/** Brings a job's counts in line with its verdicts' outcomes, and ends the job when nothing is left to wait for. */
export async function settleJob(
  deps: { readonly jobs: JobStore; readonly verdicts: VerdictStore; readonly clock: Clock },
  jobId: string,
): Promise<void> {
  const outcomes = await deps.verdicts.outcomesOf(jobId);
  await deps.jobs.change(jobId, (job) => applyOutcomes(job, outcomes, deps.clock.now()));
}
