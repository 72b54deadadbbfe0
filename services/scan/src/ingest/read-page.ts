import type { Clock, Logger } from '@earshot/core';
import { AppError, appError } from '@earshot/core';
import { scanLookBackDays } from '@earshot/proto/values';
import type { PollReader, PostPage, Sources } from '@earshot/sources';
import { hasFull, isFresh } from '../domain/feed.ts';
import type { StoredReading } from '../store/feed-schema.ts';
import type { FeedPlan, PlannedFeed } from './feed-plan.ts';
import type { PostWriter } from './post-writer.ts';

/** The dependencies of reading a page. */
export interface PageDeps {
  readonly plan: Pick<FeedPlan, 'save' | 'finish'>;
  readonly posts: Pick<PostWriter, 'put'>;
  readonly sources: Pick<Sources, 'get'>;
  readonly clock: Clock;
  readonly log: Logger;
}

const pageSize = 100;
/** The listings of sources end after about this many posts. */
const listingEnd = 1_000;
/** Adapters wait 20 seconds for their turn at most, and 10 for the answer. This ends a request that hangs. */
const longestPageMs = 40_000;
/** A read that was interrupted for longer starts again, because new posts have come since. */
const readingLastsMs = 15 * 60_000;
/** Longer than the rate limit window of any source. */
const longestLimitMs = 11 * 60_000;
/** Shorter waits are part of the pace at which Earshot reads. */
const noticedMs = 5_000;

/**
 * Reads the next page of a community, newest posts first, and saves how far the read is. The read ends at the posts of
 * the last complete read, at the start of the scans' window, at the end of the listing, and after the pages that a
 * listing can have. A rate limit sets the turn of the same page. Another error of the source ends the read. Rejects only
 * if the feed cannot be saved.
 */
export async function readNextPage(deps: PageDeps, feed: PlannedFeed, stopping: AbortSignal): Promise<void> {
  const late = AbortSignal.timeout(longestPageMs);
  const signal = AbortSignal.any([stopping, late]);
  const now = deps.clock.now();
  const reading = readingOf(feed, now);
  try {
    const { read } = deps.sources.get(feed.source);
    if (isFresh(feed, now)) await deps.plan.finish(feed, {});
    else if (read.kind === 'poll') await readPage(deps, read, { feed, reading, signal });
    // The cache has what the stream reported so far.
    else await deps.plan.finish(feed, { headFetchedAt: now, fullFetchedAt: now });
  } catch (error) {
    if (stopping.aborted) return;
    const isLate = late.aborted && !(error instanceof AppError);
    await noteTrouble(deps, { feed, reading }, isLate ? appError('source.unavailable', {}, error) : error);
  }
}

function readingOf({ reading, ...feed }: PlannedFeed, now: Date): StoredReading {
  if (reading !== null && now.getTime() - reading.startedAt.getTime() < readingLastsMs) return { ...reading };
  const isFull = !hasFull(feed, now);
  const newestAt = isFull ? null : feed.newestAt;
  const nothing = { after: null, cursors: [], pages: 0, stored: 0, floor: null, limitedSince: null };
  return { ...nothing, startedAt: now, newestAt, isFull };
}

interface Reading {
  readonly feed: PlannedFeed;
  readonly reading: StoredReading;
  readonly signal: AbortSignal;
}

async function readPage(deps: PageDeps, read: PollReader, { feed, reading, signal }: Reading): Promise<void> {
  const { plan, posts, clock } = deps;
  const page = await read.newPosts(feed.name, { after: reading.after, limit: pageSize }, signal);
  // Posts older than the window are stored too, because scans count and list stale posts from the cache.
  await posts.put(page.posts, feed, clock.now());
  const next = advanced(reading, page);
  const now = clock.now();
  if (!isAtEnd(feed, next, read, now)) {
    await plan.save(feed, { reading: next, dueAt: now, waitsUntil: null });
    return;
  }
  // Saved only after a complete read. After an interrupted one, later reads would treat the gap as read.
  const fullFetchedAt = next.isFull ? next.startedAt : feed.fullFetchedAt;
  await plan.finish(feed, { headFetchedAt: now, fullFetchedAt, newestAt: next.newestAt });
}

function advanced(reading: StoredReading, { posts, after }: PostPage): StoredReading {
  const times = posts.map(({ createdAt }) => createdAt.getTime());
  const newest = Math.max(...times, reading.newestAt?.getTime() ?? -Infinity);
  const cursors = reading.after === null ? reading.cursors : [...reading.cursors, reading.after];
  return {
    ...reading,
    // A cursor that repeats would lead to pages that were read already.
    after: after !== null && cursors.includes(after) ? null : after,
    cursors,
    pages: reading.pages + 1,
    stored: reading.stored + posts.length,
    floor: times.length === 0 ? reading.floor : new Date(Math.min(...times)),
    newestAt: Number.isFinite(newest) ? new Date(newest) : null,
    limitedSince: null,
  };
}

function isAtEnd(feed: PlannedFeed, reading: StoredReading, { mostPages }: PollReader, now: Date): boolean {
  if (reading.after === null || reading.pages >= mostPages || reading.stored >= listingEnd) return true;
  if (reading.floor === null) return false;
  const cutoff = new Date(now.getTime() - scanLookBackDays * 86_400_000);
  const known = reading.isFull ? null : feed.newestAt;
  return reading.floor < cutoff || (known !== null && reading.floor <= known);
}

async function noteTrouble(
  { plan, clock, log }: PageDeps,
  { feed, reading }: Omit<Reading, 'signal'>,
  error: unknown,
): Promise<void> {
  if (!(error instanceof AppError)) log.warn({ err: error, feed: feed.key }, 'a community could not be read');
  const now = clock.now();
  const waitMs = rateLimitMs(error);
  const limitedSince = reading.limitedSince ?? now;
  if (waitMs === null || now.getTime() + waitMs - limitedSince.getTime() > longestLimitMs) {
    const failure =
      error instanceof AppError ? { code: error.code, details: error.details } : { code: null, details: {} };
    await plan.finish(feed, { failure });
    return;
  }
  const dueAt = new Date(now.getTime() + waitMs);
  const waitsUntil = waitMs > noticedMs ? dueAt : null;
  await plan.save(feed, { reading: { ...reading, limitedSince }, dueAt, waitsUntil });
}

function rateLimitMs(error: unknown): number | null {
  if (!(error instanceof AppError) || error.code !== 'source.rate-limited') return null;
  // A minimum wait. Otherwise a source that answers "0 seconds" would be called in a tight loop.
  return Math.max(50, 1_000 * (error.details.retryAfterSeconds ?? 5));
}
