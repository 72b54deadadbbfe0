import { scanLookBackDays } from '@earshot/proto/values';
import type { ScannedCommunity } from './community.ts';
import type { ScanJob, TaskCounts } from './job.ts';
import { cutoffOf } from './job.ts';
import type { JudgeDeps } from './judge-posts.ts';
import { judgePosts } from './judge-posts.ts';
import type { CachedPost } from './ports.ts';
import type { RefreshDeps } from './refresh-community.ts';
import { refreshCommunity } from './refresh-community.ts';
import type { TaskRun } from './task-run.ts';
import { inSlot, nextTurn, outside } from './task-run.ts';
import { Watermark } from './watermark.ts';

export type CommunityDeps = RefreshDeps & JudgeDeps;

/** The scan of one community as a task of a job. */
export interface CommunityScan {
  readonly job: ScanJob;
  readonly task: number;
  readonly community: ScannedCommunity;
  readonly run: TaskRun;
  readonly check: () => Promise<void>;
  readonly tally: Record<keyof TaskCounts, number>;
  /** Called between two batches. `totalOf` resolves with the number of posts known so far. */
  readonly report: (state: 'reading' | 'scoring', totalOf: () => Promise<number>) => Promise<void>;
  /** Called before a noticeable wait for the source's limit, with its length. */
  readonly onLimit: (waitMs: number) => Promise<void>;
}

interface Progress {
  state: 'reading' | 'scoring';
  totalOf: () => Promise<number>;
}

const batchSize = 100;

/**
 * Reads a community and judges its posts, newest first. Judging follows reading page by page, so the first leads appear
 * before the older pages are read. It holds at most one batch of posts. Call it in a place of the worker.
 */
export async function scanCommunity(deps: CommunityDeps, scan: CommunityScan): Promise<void> {
  const stop = new AbortController();
  const run = { ...scan.run, signal: AbortSignal.any([scan.run.signal, stop.signal]) };
  const water = new Watermark();
  const progress: Progress = { state: 'reading', totalOf: async () => 0 };
  const reading = inSlot(run, () => read(deps, { ...scan, run }, water, progress)).catch((error: unknown) =>
    water.fail(error),
  );
  try {
    await judge(deps, scan, water, progress);
  } finally {
    stop.abort();
    await reading;
  }
}

/** The watermark passes errors to `judge`. */
async function read(deps: CommunityDeps, scan: CommunityScan, water: Watermark, progress: Progress): Promise<void> {
  const { community, run, check } = scan;
  const cutoff = cutoffOf(scan.job, scanLookBackDays);
  const onStored = (floor: Date, stored: number) => {
    progress.totalOf = async () => stored;
    water.lower(floor < cutoff ? cutoff : floor);
  };
  try {
    await refreshCommunity(deps, { community, cutoff, run, check, onStored, onLimit: scan.onLimit });
    // Counted in the cache, because another scan, or this task before a crash, may have read the posts.
    const stale = await deps.posts.countOlder(community, cutoff);
    scan.tally.stale = stale;
    progress.totalOf = async () => stale + (await deps.posts.count(community, cutoff));
    progress.state = 'scoring';
    water.finish(cutoff);
  } catch (error) {
    water.fail(error);
  }
}

async function judge(deps: CommunityDeps, scan: CommunityScan, water: Watermark, progress: Progress): Promise<void> {
  let after: CachedPost | null = null;
  for (;;) {
    const { level } = water;
    const window = { after, limit: batchSize };
    const posts: CachedPost[] =
      level.floor === null ? [] : await deps.posts.page(scan.community, { ...window, floor: level.floor });
    const last = posts.at(-1);
    if (last !== undefined) {
      await judgePosts(deps, scan, posts);
      // No post follows a short page once all are read.
      if (level.done && posts.length < batchSize) return;
      await scan.report(progress.state, progress.totalOf);
      await nextTurn(scan.run);
      after = last;
    } else if (level.done) {
      return;
    } else {
      await outside(scan.run, () => water.past(level));
    }
  }
}
