import type { Clock, KeyValue, Lease } from '@earshot/core';
import type { PollReader, PostPage, Sources } from '@earshot/sources';
import { leaseToSaveWork } from '@earshot/core';
import type { ScannedCommunity } from './community.ts';
import { communityKey } from './keys.ts';
import type { Feed, FeedStore, PostCache } from './ports.ts';
import type { TaskRun } from './task-run.ts';
import { nextTurn, outside, pause, pauseUntil } from './task-run.ts';
import { waitOutLimits } from './wait-out-limits.ts';

/** The dependencies of reading a community. */
export interface RefreshDeps {
  readonly sources: Pick<Sources, 'get'>;
  readonly posts: PostCache;
  readonly feeds: FeedStore;
  readonly kv: Pick<KeyValue, 'lease'>;
  readonly clock: Clock;
  /** The communities that tasks of this process read now, by key. Each promise resolves at the end of the read. */
  readonly reading: Map<string, Promise<void>>;
}

/** One read of one community. */
export interface Refresh {
  readonly community: ScannedCommunity;
  /** Reading stops at posts older than this. */
  readonly cutoff: Date;
  readonly run: TaskRun;
  /** Throws JobEnded once the job has ended. */
  readonly check: () => Promise<void>;
  /** Called when all posts newer than `floor` are in the cache. `stored` is the number of posts so far. */
  readonly onStored: (floor: Date, stored: number) => void;
  /** Called before a noticeable wait for the source's limit, with its length. */
  readonly onLimit: (waitMs: number) => Promise<void>;
}

/** The listings of sources end after about this many posts. */
const listingEnd = 1_000;
const pageSize = 100;
/** If the newest posts were read within this time, scans use the cache and send no request. */
const headFreshMs = 60_000;
/** After this time the whole listing is read again, to find posts that were approved late and to update texts. */
const fullFreshMs = 24 * 3_600_000;
const leaseMs = 30_000;
const leaseLookMs = 100;
/** A read of this process wakes those that wait for it. This look only catches one that hangs. */
const localLookMs = 10_000;

/**
 * Brings a community's posts in the cache up to date, once for all users who scan it at the same time. Reads pages,
 * newest first, until it reaches the posts of the last complete read, the cutoff or the end of the listing. While the
 * key-value store is unavailable, each scan reads for itself. That only costs requests: each post is still stored once.
 * Waits out rate limits and throws the other AppErrors of the source. Call it in a place of the worker.
 */
export async function refreshCommunity(deps: RefreshDeps, refresh: Refresh): Promise<void> {
  const lease = await leaseFeed(deps, refresh);
  if (lease === null) return;
  const key = communityKey(refresh.community);
  const ended = Promise.withResolvers<void>();
  deps.reading.set(key, ended.promise);
  try {
    const feed = await deps.feeds.find(refresh.community);
    if (!isFresh(feed, deps.clock.now())) await readPages(deps, refresh, feed, lease);
  } finally {
    await lease.release();
    // A read that outlived its lease may have a successor.
    if (deps.reading.get(key) === ended.promise) deps.reading.delete(key);
    ended.resolve();
  }
}

/** Null if another scan has just read the community. */
async function leaseFeed(deps: RefreshDeps, { community, run, check }: Refresh): Promise<Lease | null> {
  const key = communityKey(community);
  for (;;) {
    if (isFresh(await deps.feeds.find(community), deps.clock.now())) return null;
    const lease = await leaseToSaveWork(deps.kv, `feed:${key}`, leaseMs);
    if (lease !== null) return lease;
    const here = deps.reading.get(key);
    await outside(run, () =>
      here === undefined ? pause(run, leaseLookMs, check) : pauseUntil(run, here, localLookMs, check),
    );
  }
}

/** Whether the community's posts in the cache are recent enough to use without a request. */
export function isFresh(feed: Feed | null, now: Date): boolean {
  return feed !== null && hasFull(feed, now) && now.getTime() - feed.headFetchedAt.getTime() < headFreshMs;
}

function hasFull(feed: Feed, now: Date): boolean {
  return now.getTime() - feed.fullFetchedAt.getTime() < fullFreshMs;
}

async function readPages(deps: RefreshDeps, refresh: Refresh, feed: Feed | null, lease: Lease): Promise<void> {
  const { community, cutoff } = refresh;
  const startedAt = deps.clock.now();
  const known = feed !== null && hasFull(feed, startedAt) ? feed : null;
  let newestAt = known?.newestAt ?? null;
  let after: string | null = null;
  let stored = 0;
  const { read } = deps.sources.get(community.source);
  if (read.kind !== 'poll') return;
  const cursors = new Set<string | null>([null]);
  for (let pages = 1; pages <= read.mostPages; pages += 1) {
    if (pages > 1) await nextTurn(refresh.run);
    const page: PostPage = await readPage(refresh, read, after, lease);
    // Posts older than the cutoff are stored too, because scans count and list stale posts from the cache.
    await deps.posts.put(page.posts, community, deps.clock.now());
    stored += page.posts.length;
    after = page.after;
    const oldestAt = page.posts.reduce<Date | null>((least, post) => earlier(least, post.createdAt), null);
    newestAt = page.posts.reduce((most, post) => later(most, post.createdAt), newestAt);
    if (oldestAt !== null) refresh.onStored(oldestAt, stored);
    if (oldestAt !== null && (oldestAt < cutoff || reaches(known, oldestAt))) break;
    // A cursor that repeats would lead to pages that were read already.
    if (cursors.has(after) || stored >= listingEnd) break;
    cursors.add(after);
  }
  // Saved only after a complete read. After an interrupted one, later reads would treat the gap as read.
  await deps.feeds.save(community, {
    headFetchedAt: deps.clock.now(),
    fullFetchedAt: known?.fullFetchedAt ?? startedAt,
    newestAt,
  });
}

function reaches(known: Feed | null, oldestAt: Date): boolean {
  return known?.newestAt != null && oldestAt <= known.newestAt;
}

function earlier(a: Date | null, b: Date): Date {
  return a === null || b < a ? b : a;
}

function later(a: Date | null, b: Date): Date {
  return a === null || b > a ? b : a;
}

async function readPage(
  { community, run, check, onLimit }: Refresh,
  read: PollReader,
  after: string | null,
  lease: Lease,
): Promise<PostPage> {
  return waitOutLimits(
    run,
    (onWait) => read.newPosts(community.name, { after, limit: pageSize }, run.signal, onWait),
    async () => {
      await lease.renew(leaseMs);
      await check();
    },
    { onLimit },
  );
}
