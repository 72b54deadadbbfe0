import { scanLookBackDays } from '@earshot/proto/values';
import type { ScanJob } from './job.ts';
import { communitiesOf, cutoffOf } from './job.ts';
import type { VerdictStore, WaitingQuery } from './ports.ts';

/** The query for posts that this job turns into leads first: a limit or a stricter strategy held them back in earlier scans. */
export function waitingFor(job: ScanJob, limit: number): WaitingQuery {
  const { userId, businessVersion, threshold } = job;
  return {
    userId,
    businessVersion,
    threshold,
    communities: communitiesOf(job, ({ state }) => state !== 'failed'),
    since: cutoffOf(job, scanLookBackDays),
    jobId: job.id,
    limit,
  };
}

/**
 * Moves the best waiting posts to this job, up to its limit of leads. A repeated call after a crash takes only the
 * missing ones.
 */
export async function carryOver(deps: { readonly verdicts: VerdictStore }, job: ScanJob, task: number): Promise<void> {
  const taken = await deps.verdicts.countsOf(job.id, task);
  const missing = job.maxLeadsPerScan - taken.found;
  if (missing <= 0) return;
  const posts = await deps.verdicts.waiting(waitingFor(job, missing));
  await deps.verdicts.takeOver(job, task, posts);
}
