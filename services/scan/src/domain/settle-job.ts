import type { Clock } from '@earshot/core';
import type { ScanJob } from './job.ts';
import { awaitsOutcomes, hasEnded } from './job.ts';
import { applyOutcomes } from './job-changes.ts';
import type { JobStore, VerdictStore } from './ports.ts';

/** The dependencies of settling a job. */
export interface SettleDeps {
  readonly jobs: Pick<JobStore, 'find' | 'change'>;
  readonly verdicts: Pick<VerdictStore, 'admit' | 'leaveWaiting' | 'outcomesOf'>;
  readonly clock: Clock;
}

/**
 * Sends the posts that a job held back to the lead service once all its posts are judged, or leaves them to the next
 * scan if the job has ended. Updates the job's counts from the outcomes of its verdicts, and ends the job once nothing
 * is pending. Resolves with the resulting job; null if there is none.
 */
export async function settleJob({ jobs, verdicts, clock }: SettleDeps, jobId: string): Promise<ScanJob | null> {
  const job = await jobs.find(jobId);
  if (job === null) return null;
  if (hasEnded(job)) await verdicts.leaveWaiting(jobId);
  else if (awaitsOutcomes(job)) await verdicts.admit(job);
  const outcomes = await verdicts.outcomesOf(jobId);
  return jobs.change(jobId, (stored) => applyOutcomes(stored, outcomes, clock.now()));
}
