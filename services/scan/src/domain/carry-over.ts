import { scanLookBackDays } from '@earshot/proto/values';
import type { Sources } from '@earshot/sources';
import { presenceOf } from './gone-check.ts';
import type { ScanJob } from './job.ts';
import { communitiesOf, cutoffOf } from './job.ts';
import type { VerdictStore, WaitingQuery } from './ports.ts';
import type { TaskRun } from './task-run.ts';
import type { FoundPost } from './verdict.ts';

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
    const present: FoundPost[] = [];
    for (const post of posts) {
      const candidate = { ...post, id: post.postId };
      const presence = silent.has(post.source) ? 'unknown' : await presenceOf(deps, carrying, candidate);
      if (presence === 'present') present.push(post);
      else if (presence === 'gone') await verdicts.stopWaiting(post);
      else silent.add(post.source);
    }
    await verdicts.takeOver(job, task, present);
    missing -= present.length;
  }
}
