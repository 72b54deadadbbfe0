import { scanLookBackDays } from '@earshot/proto/values';
import type { CommunityRef } from '@earshot/proto/refs';
import { type FeedFollower, type FeedLevel, readFor } from './feed.ts';
import { communitiesOf, cutoffOf, type ScanJob, type TaskCounts } from './job.ts';
import { type JudgeDeps, judgePosts } from './judge-posts.ts';
import type { CachedPost, PostCache, VerdictStore, WaitingQuery } from './ports.ts';
import { nextTurn, outside, type TaskRun, whileAlive } from './task-run.ts';
import type { Sources } from '@earshot/sources';
import { presenceOf } from './gone-check.ts';
import type { FoundPost } from './verdict.ts';

export interface CommunityDeps extends JudgeDeps {
  readonly posts: Pick<PostCache, 'page' | 'count' | 'countOlder'>;
  readonly feeds: FeedFollower;
}

/** The scan of one community as a task of a job. */
export interface CommunityScan {
  readonly job: ScanJob;
  readonly task: number;
  readonly community: CommunityRef;
  readonly run: TaskRun;
  readonly check: () => Promise<void>;
  readonly tally: Record<keyof TaskCounts, number>;
  /** Called between two batches. `totalOf` resolves with the number of posts known so far. */
  readonly report: (state: 'reading' | 'scoring', totalOf: () => Promise<number>) => Promise<void>;
  /** Called when ingest begins to wait for the source's limit. */
  readonly onLimit: (until: Date) => Promise<void>;
}

const batchSize = 100;

/**
 * Has ingest read a community, and judges its posts in the cache, newest first. Judging follows reading page by page, so
 * the first leads appear before the older pages are read. It holds at most one batch of posts. Call it in a place of the
 * worker.
 */
export async function scanCommunity(deps: CommunityDeps, scan: CommunityScan): Promise<void> {
  const { community, job, run, check } = scan;
  const next = deps.feeds.follow(community, job.isScheduled === true ? readFor.schedule : readFor.user);
  const cutoff = cutoffOf(job, scanLookBackDays);
  let level = await nextLevel(scan, () => next(null, { signal: run.signal, check }));
  let after: CachedPost | null = null;
  for (;;) {
    const floor = floorOf(level, cutoff);
    const posts: CachedPost[] =
      floor === null ? [] : await deps.posts.page(community, { after, limit: batchSize, floor });
    const last = posts.at(-1);
    if (last !== undefined) {
      await judgePosts(deps, scan, posts);
      // No post follows a short page once all are read.
      if (level.isDone && posts.length < batchSize) break;
      await report(deps, scan, level);
      await nextTurn(run);
      after = last;
    } else if (level.isDone) {
      break;
    }
    const seen = level;
    if (last === undefined) level = await nextLevel(scan, () => next(seen, { signal: run.signal, check }));
  }
  // Counted in the cache, because another scan, or this task before a crash, may have read the posts.
  scan.tally.stale = await deps.posts.countOlder(community, cutoff);
}

function floorOf({ floor, isDone }: FeedLevel, cutoff: Date): Date | null {
  return isDone || (floor !== null && floor < cutoff) ? cutoff : floor;
}

/** Waits for ingest without a place of the worker. */
async function nextLevel(scan: CommunityScan, ask: () => Promise<FeedLevel>): Promise<FeedLevel> {
  const level = await outside(scan.run, () => whileAlive(scan.run, ask));
  if (level.waitsUntil !== null) await scan.onLimit(level.waitsUntil);
  return level;
}

async function report({ posts }: CommunityDeps, scan: CommunityScan, { isDone, stored }: FeedLevel): Promise<void> {
  const { community, job } = scan;
  const cutoff = cutoffOf(job, scanLookBackDays);
  const inCache = async () => (await posts.countOlder(community, cutoff)) + (await posts.count(community, cutoff));
  await scan.report(isDone ? 'scoring' : 'reading', isDone ? inCache : async () => stored);
}

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
