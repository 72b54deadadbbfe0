import { AppError } from '@earshot/core';
import { scanLookBackDays } from '@earshot/proto/values';
import type { Sources } from '@earshot/sources';
import { goneCheckOf } from './gone-check.ts';
import type { ScanJob } from './job.ts';
import { communitiesOf, cutoffOf } from './job.ts';
import type { VerdictStore, WaitingQuery } from './ports.ts';
import type { TaskRun } from './task-run.ts';
import type { FoundPost } from './verdict.ts';
import { waitOutLimits } from './wait-out-limits.ts';

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

interface CarryOverDeps {
  readonly verdicts: VerdictStore;
  readonly sources: Pick<Sources, 'all'>;
}

/** The task that takes the posts. `check` throws JobEnded once the job has ended. */
interface CarryOver {
  readonly job: ScanJob;
  readonly task: number;
  readonly run: TaskRun;
  readonly check: () => Promise<void>;
}

/**
 * Moves the best waiting posts to this job, up to its limit of leads. A repeated call after a crash takes only the
 * missing ones. Posts that were deleted at their source stop waiting. The posts of a source that cannot be asked wait
 * for the next scan.
 */
export async function carryOver(deps: CarryOverDeps, carrying: CarryOver): Promise<void> {
  const { job, task } = carrying;
  const { verdicts } = deps;
  const taken = await verdicts.countsOf(job.id, task);
  const silent = new Set<string>();
  for (let missing = job.maxLeadsPerScan - taken.found; missing > 0;) {
    const query = waitingFor(job, missing);
    const communities = query.communities.filter(({ source }) => !silent.has(source));
    const posts = await verdicts.waiting({ ...query, communities });
    if (posts.length === 0) return;
    const there: FoundPost[] = [];
    for (const post of posts) {
      const state = silent.has(post.source) ? 'unknown' : await stateOf(deps, carrying, post);
      if (state === 'there') there.push(post);
      else if (state === 'gone') await verdicts.stopWaiting(post);
      else silent.add(post.source);
    }
    await verdicts.takeOver(job, task, there);
    missing -= there.length;
  }
}

async function stateOf(
  { sources }: CarryOverDeps,
  { run, check }: CarryOver,
  post: FoundPost,
): Promise<'there' | 'gone' | 'unknown'> {
  const isGone = goneCheckOf(sources, post);
  if (isGone === null) return 'there';
  try {
    return (await waitOutLimits(run, () => isGone(post.postId, run.signal), check)) ? 'gone' : 'there';
  } catch (error) {
    if (error instanceof AppError && error.code.startsWith('source.')) return 'unknown';
    throw error;
  }
}
