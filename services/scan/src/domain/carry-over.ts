import { scanLookBackDays } from '@earshot/proto/values';
import type { ScanJob } from './job.ts';
import { communitiesOf, cutoffOf } from './job.ts';
import type { VerdictStore, WaitingQuery } from './ports.ts';

/** The posts that may go first in this job: found before, held back by a limit or a stricter strategy. */
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
 * Takes the best waiting posts into this job, as many as it may make leads. Asked again after a crash, it takes only
 * what is still missing.
 */
export async function carryOver(deps: { readonly verdicts: VerdictStore }, job: ScanJob, task: number): Promise<void> {
  const taken = await deps.verdicts.countsOf(job.id, task);
  const missing = job.maxLeadsPerScan - taken.found;
  if (missing <= 0) return;
  const posts = await deps.verdicts.waiting(waitingFor(job, missing));
  await deps.verdicts.takeOver(job, task, posts);
}
