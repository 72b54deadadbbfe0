import type { Clock, KeyValue, Lease } from '@earshot/core';
import type { PostPage, Sources } from '@earshot/sources';
import { leaseToSaveWork } from '@earshot/core';
import type { ScannedCommunity } from './community.ts';
import { communityKey } from './keys.ts';
import type { Feed, FeedStore, PostCache } from './ports.ts';
import type { TaskRun } from './task-run.ts';
import { pause } from './task-run.ts';
import { waitOutLimits } from './wait-out-limits.ts';

/** What reading a community needs. */
export interface RefreshDeps {
  readonly sources: Pick<Sources, 'get'>;
  readonly posts: PostCache;
  readonly feeds: FeedStore;
  readonly kv: Pick<KeyValue, 'lease'>;
  readonly clock: Clock;
}

/** One reading of one community. */
export interface Refresh {
  readonly community: ScannedCommunity;
  /** Reading ends where posts are older than this. */
  readonly cutoff: Date;
  readonly run: TaskRun;
  /** Throws JobEnded when nobody needs the posts any more. */
  readonly check: () => Promise<void>;
  /** Everything newer than `floor` is in the cache now; `stored` posts in all so far. */
  readonly onStored: (floor: Date, stored: number) => void;
}

/** Listings end after about so many items. */
const listingEnd = 1_000;
const pageSize = 100;
/** A head younger than this serves other users' scans without any request. */
const headFreshMs = 60_000;
/** After this the whole listing is read again: it finds posts that were approved late, and refreshes the texts. */
const fullFreshMs = 24 * 3_600_000;
const leaseMs = 30_000;
const leaseLookMs = 100;

/**
 * Brings a community's posts in the cache up to date: once for all users who scan it at the same time. Reads pages
 * newest first until what an earlier finished reading has, or the cut-off, or the listing's end. While the key-value
 * store is away each scan reads for itself, which costs requests only: posts are kept once, however often they come.
 * Throws the source's AppErrors, but waits out a rate limit.
 */
export async function refreshCommunity(deps: RefreshDeps, refresh: Refresh): Promise<void> {
  const lease = await leaseFeed(deps, refresh);
  if (lease === null) return;
  try {
    const feed = await deps.feeds.find(refresh.community);
    if (!isFresh(feed, deps.clock.now())) await readPages(deps, refresh, feed, lease);
  } finally {
    await lease.release();
  }
}

/** null when another scan has just read the community. */
async function leaseFeed(deps: RefreshDeps, { community, run, check }: Refresh): Promise<Lease | null> {
  for (;;) {
    if (isFresh(await deps.feeds.find(community), deps.clock.now())) return null;
    const lease = await leaseToSaveWork(deps.kv, `feed:${communityKey(community)}`, leaseMs);
    if (lease !== null) return lease;
    await pause(run, leaseLookMs, check);
  }
}

/** Whether the cache has the community's newest posts, as good as at this moment. */
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
  do {
    const page: PostPage = await readPage(deps, refresh, after, lease);
    // Those older than the cut-off too: whoever scans the community is told of them, and only the cache knows them.
    await deps.posts.put(page.posts, community, deps.clock.now());
    stored += page.posts.length;
    after = page.after;
    const oldestAt = page.posts.reduce<Date | null>((least, post) => earlier(least, post.createdAt), null);
    newestAt = page.posts.reduce((most, post) => later(most, post.createdAt), newestAt);
    if (oldestAt !== null) refresh.onStored(oldestAt, stored);
    if (oldestAt !== null && (oldestAt < cutoff || reaches(known, oldestAt))) break;
  } while (after !== null && stored < listingEnd);
  // Only a finished reading is remembered: one that breaks off must not leave a gap that looks read.
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

async function readPage(deps: RefreshDeps, refresh: Refresh, after: string | null, lease: Lease): Promise<PostPage> {
  const { community, run, check } = refresh;
  const { read } = deps.sources.get(community.source);
  return waitOutLimits(
    run,
    () => read.newPosts(community.name, { after, limit: pageSize }, run.signal),
    async () => {
      await lease.renew(leaseMs);
      await check();
    },
  );
}
