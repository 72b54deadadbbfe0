import { AppError, appError, type Clock, type Logger } from '@earshot/core';
import { scanLookBackDays } from '@earshot/proto/values';
import type { PollReader, PostPage, Sources } from '@earshot/sources';
import { hasFull, isFresh } from '../domain/feed.ts';
import { troubleAfter } from '../domain/source-health.ts';
import type { FeedChange, FeedPlan, PlannedFeed } from './feed-plan.ts';
import { type HeardPosts, listenersOrStop } from './heard-posts.ts';
import { keepMs, type PostWriter } from './post-writer.ts';
import type { StoredReading } from '../store/feed-store.ts';

/** The dependencies of reading a page. */
export interface PageDeps {
  readonly plan: Pick<FeedPlan, 'save' | 'finish' | 'listen'>;
  readonly posts: Pick<PostWriter, 'put'>;
  readonly heard: HeardPosts;
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
/** The most posts that a feed remembers as reported to users who listen: more than the newest ones of one read. */
const mostHeard = 300;
/** A community is read for users who listen about twice between two posts, within these limits. */
const readsAGap = 2;
const oftenestMs = 60_000;
const seldomestMs = 4 * 3_600_000;
/** The newest posts that tell the pace of a community. */
const pacedBy = 25;
/** How long a stream reports a community after a scan: longer than between two daily ones. */
const followedMs = 48 * 3_600_000;
/** Between two looks whether somebody still listens to a community of a stream. */
const streamCheckMs = 10 * 60_000;
/** With fewer posts, a community has no usual pace. */
const fewestPaced = 5;
/** Until a community that could not be read is read again for users who listen. */
const afterFailureMs = 10 * 60_000;

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
  const listeners = await listenersOrStop({ ...deps, now }, feed);
  if (!feed.isAsked && listeners.length === 0) return;
  const reading = readingOf(feed, now);
  try {
    const { read } = deps.sources.get(feed.source);
    if (isFresh(feed, now)) await deps.plan.finish(feed, nextListen(feed, now, oftenestMs));
    else if (read.kind === 'poll') await readPage(deps, read, { feed, reading, signal, listeners });
    else await deps.plan.finish(feed, { ...streamed(feed, now), ...nextListen(feed, now, streamCheckMs) });
  } catch (error) {
    if (stopping.aborted) return;
    const isLate = late.aborted && !(error instanceof AppError);
    await noteTrouble(deps, { feed, reading }, isLate ? appError('source.unavailable', {}, error) : error);
  }
}

/** Notes that the source answered. */
function wasRead(now: Date): Pick<FeedChange, 'trouble' | 'triedAt'> {
  return { trouble: null, triedAt: now };
}

/** The cache has what the stream reported so far. A scan makes the stream report the community for the next scans too. */
function streamed({ isAsked }: PlannedFeed, now: Date): FeedChange {
  const followedUntil = new Date(now.getTime() + followedMs);
  return { headFetchedAt: now, fullFetchedAt: now, ...wasRead(now), ...(isAsked && { followedUntil }) };
}

/** The time of the next read for users who listen, if there are any. */
function nextListen({ isListenedTo }: PlannedFeed, now: Date, afterMs: number): Pick<FeedChange, 'listensAt'> {
  return isListenedTo ? { listensAt: new Date(now.getTime() + afterMs) } : {};
}

function readingOf({ reading, ...feed }: PlannedFeed, now: Date): StoredReading {
  if (reading !== null && now.getTime() - reading.startedAt.getTime() < readingLastsMs) return { ...reading };
  const isFull = !hasFull(feed, now);
  const newestAt = isFull ? null : feed.newestAt;
  const nothing = {
    after: null,
    cursors: [],
    pages: 0,
    stored: 0,
    floor: null,
    limitedSince: null,
    seen: [],
    gapMs: null,
    usualGapMs: null,
  };
  return { ...nothing, startedAt: now, newestAt, isFull };
}

interface Reading {
  readonly feed: PlannedFeed;
  readonly reading: StoredReading;
  readonly signal: AbortSignal;
  readonly listeners: readonly string[];
}

async function readPage(
  deps: PageDeps,
  read: PollReader,
  { feed, reading, signal, listeners }: Reading,
): Promise<void> {
  const { plan, posts, clock } = deps;
  const page = await read.newPosts(feed.name, { after: reading.after, limit: pageSize }, signal);
  // Posts older than the window are stored too, because scans count and list stale posts from the cache.
  const changed = await posts.put(
    page.posts,
    feed.source,
    clock.now(),
    knowsListing(feed, clock.now()) ? 'now' : 'when-written',
  );
  const now = clock.now();
  const next = advanced(reading, page, now);
  const postIds = page.posts.map(({ id }) => id).filter((id) => !feed.heard.includes(id) || changed.includes(id));
  // In the write that saves the position, so that a read that is repeated after a crash reports its posts.
  const events = deps.heard.eventsOf({ community: feed, postIds, listeners });
  if (!isAtEnd(feed, next, read, now)) {
    await plan.save(feed, { reading: next, dueAt: now, waitsUntil: null, ...wasRead(now) }, events);
    return;
  }
  // Saved only after a complete read. After an interrupted one, later reads would treat the gap as read.
  const fullFetchedAt = next.isFull ? next.startedAt : feed.fullFetchedAt;
  const { newestAt, usualGapMs = null } = next;
  const end = { headFetchedAt: now, fullFetchedAt, newestAt, usualGapMs, ...wasRead(now) };
  const heard = feed.isListenedTo ? { heard: next.seen, ...nextListen(feed, now, intervalMs(next)) } : {};
  await plan.finish(feed, { ...end, ...heard }, events);
}

/** Whether the cache has the older posts of the community. If not, this read stores them with the new ones. */
function knowsListing({ fullFetchedAt }: PlannedFeed, now: Date): boolean {
  return fullFetchedAt !== null && now.getTime() - fullFetchedAt.getTime() < keepMs;
}

/** How long a community that is listened to need not be read, by its own pace. */
function intervalMs({ gapMs }: StoredReading): number {
  return Math.min(seldomestMs, Math.max(oftenestMs, (gapMs ?? Infinity) / readsAGap));
}

/** The mean time between two of the newest posts. The time since the newest one counts too: a community may fall silent. */
function gapOf(times: readonly number[], now: Date): number | null {
  const newest = times.toSorted((one, other) => other - one).slice(0, pacedBy);
  const oldest = newest.at(-1);
  return oldest === undefined ? null : (now.getTime() - oldest) / newest.length;
}

/** The mean time between two of the newest posts while there are some. Null with too few posts to tell. */
function usualGapOf(times: readonly number[]): number | null {
  const newest = times.toSorted((one, other) => other - one).slice(0, pacedBy);
  const [first = 0] = newest;
  return newest.length < fewestPaced ? null : (first - (newest.at(-1) ?? first)) / (newest.length - 1);
}

function advanced(reading: StoredReading, { posts, after }: PostPage, now: Date): StoredReading {
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
    seen: [...reading.seen, ...posts.map(({ id }) => id)].slice(0, mostHeard),
    ...(reading.pages === 0 && { gapMs: gapOf(times, now), usualGapMs: usualGapOf(times) }),
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
  { feed, reading }: Pick<Reading, 'feed' | 'reading'>,
  error: unknown,
): Promise<void> {
  if (!(error instanceof AppError)) log.warn({ err: error, feed: feed.key }, 'a community could not be read');
  const now = clock.now();
  const waitMs = rateLimitMs(error);
  const limitedSince = reading.limitedSince ?? now;
  if (waitMs === null || now.getTime() + waitMs - limitedSince.getTime() > longestLimitMs) {
    const trouble = troubleAfter(feed.trouble, error, now);
    const failure = { code: trouble.code, details: trouble.details };
    await plan.finish(feed, { failure, trouble, triedAt: now, ...nextListen(feed, now, afterFailureMs) });
    return;
  }
  const dueAt = new Date(now.getTime() + waitMs);
  const waitsUntil = waitMs > noticedMs ? dueAt : null;
  const noted = waitsUntil !== null && { trouble: troubleAfter(feed.trouble, error, now), triedAt: now };
  await plan.save(feed, { reading: { ...reading, limitedSince }, dueAt, waitsUntil, ...noted });
}

function rateLimitMs(error: unknown): number | null {
  if (!(error instanceof AppError) || error.code !== 'source.rate-limited') return null;
  // A minimum wait. Otherwise a source that answers "0 seconds" would be called in a tight loop.
  return Math.max(50, 1_000 * (error.details.retryAfterSeconds ?? 5));
}
