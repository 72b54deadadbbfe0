import type { Clock } from '@earshot/core';
import { applyOutcomes } from './job-changes.ts';
import type { JobStore, VerdictStore } from './ports.ts';

/** Updates a job's counts from the outcomes of its verdicts, and ends the job once nothing is pending. */
export async function settleJob(
  deps: { readonly jobs: JobStore; readonly verdicts: VerdictStore; readonly clock: Clock },
  jobId: string,
): Promise<void> {
  const outcomes = await deps.verdicts.outcomesOf(jobId);
  await deps.jobs.change(jobId, (job) => applyOutcomes(job, outcomes, deps.clock.now()));
}
