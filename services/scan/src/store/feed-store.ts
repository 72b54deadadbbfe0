import { setTimeout as wait } from 'node:timers/promises';
import { appError, type Clock, type ErrorDetails, type KeyValue, type Listening, unlessAway } from '@earshot/core';
import { addOutbox, type OutboxFields, type Part, upsertAtLast } from '@earshot/service-kit';
import type { CommunityRef } from '@earshot/proto/refs';
import { communityKey } from '../domain/community.ts';
import {
  type FeedFollower,
  type FeedLevel,
  type FeedStore,
  isFresh,
  type NextLevel,
  type ReadPriority,
} from '../domain/feed.ts';
import type { Trouble } from '../domain/source-health.ts';
import type { ErrorCode } from '@earshot/proto/errors';
import { type Connection, type Model, Schema } from 'mongoose';

/** Ingest listens here for keys of communities that somebody asks for. */
export const asksChannel = 'feeds-asked';
/** Ingest names here the communities whose feed it changed. */
export const changesChannel = 'feeds-changed';

/** After this time without a repeated ask, nobody waits any more. */
const askMs = 30_000;
const askAgainMs = 5_000;
/** Messages may be lost, so the feed is looked at anyway. */
const lookMs = 500;

export interface FeedDeps {
  readonly model: FeedModel;
  readonly kv: Pick<KeyValue, 'listen' | 'publish'>;
  readonly clock: Clock;
}

/** How far communities were read. */
export function feedStore(model: FeedModel): FeedStore {
  return { find: (community) => findFeed(model, community) };
}

function findFeed(model: FeedModel, community: CommunityRef): Promise<FeedDocument | null> {
  return model.findById(communityKey(community)).lean<FeedDocument>().exec();
}

/** Asks ingest for communities, through the feeds and the key-value store. */
export function feedFollower(deps: FeedDeps): FeedFollower & Part {
  const waiting = new Map<string, Set<() => void>>();
  const wake = (key: string) => waiting.get(key)?.forEach((resume) => resume());
  let listening: Listening | null = null;
  const changed = async (key: string, signal: AbortSignal): Promise<void> => {
    const stop = new AbortController();
    const { promise, resolve } = Promise.withResolvers<void>();
    const others = waiting.get(key) ?? new Set();
    waiting.set(key, others.add(resolve));
    try {
      await Promise.race([promise, wait(lookMs, undefined, { signal: AbortSignal.any([signal, stop.signal]) })]);
    } finally {
      stop.abort();
      others.delete(resolve);
      if (others.size === 0) waiting.delete(key);
    }
  };
  return {
    name: 'feed follower',
    start: async () => {
      const onGap = () => [...waiting.keys()].forEach(wake);
      listening = deps.kv.listen(changesChannel, { onMessage: wake, onGap });
    },
    stop: async () => listening?.stop(),
    follow: (community, priority) => nextLevel(deps, { community, priority, changed }),
  };
}

interface Following {
  readonly community: CommunityRef;
  readonly priority: ReadPriority;
  /** Resolves when the feed may have changed. */
  readonly changed: (key: string, signal: AbortSignal) => Promise<void>;
}

function nextLevel(deps: FeedDeps, { community, priority, changed }: Following): NextLevel {
  const { model, clock } = deps;
  const key = communityKey(community);
  let askedAtMs: number | null = null;
  const nowMs = () => performance.now();
  return async (seen, { signal, check }) => {
    for (;;) {
      signal.throwIfAborted();
      await check();
      const feed = await findFeed(model, community);
      const now = clock.now();
      const isDone = isFresh(feed, now);
      // A failure from before the first ask was another's.
      if (!isDone && askedAtMs !== null && feed?.failure) throw errorOf(feed.failure);
      const level = levelOf(feed, isDone, now);
      if (seen === null || isOther(level, seen)) {
        if (isDone || askedAtMs !== null) return level;
      }
      if (askedAtMs === null) await ask(deps, community, priority);
      else if (nowMs() - askedAtMs > askAgainMs) await askAgain(model, key, now);
      else {
        await changed(key, signal);
        continue;
      }
      askedAtMs = nowMs();
    }
  };
}

function levelOf(feed: FeedDocument | null, isDone: boolean, now: Date): FeedLevel {
  const { floor = null, stored = 0 } = feed?.reading ?? {};
  const until = feed?.waitsUntil ?? null;
  const waitsUntil = !isDone && until !== null && until > now ? until : null;
  return { floor: isDone ? null : floor, stored, isDone, waitsUntil };
}

function isOther(one: FeedLevel, other: FeedLevel): boolean {
  const timeOf = (date: Date | null) => date?.getTime();
  return (
    one.isDone !== other.isDone ||
    timeOf(one.floor) !== timeOf(other.floor) ||
    timeOf(one.waitsUntil) !== timeOf(other.waitsUntil)
  );
}

async function ask({ model, kv, clock }: FeedDeps, community: CommunityRef, priority: number): Promise<void> {
  const key = communityKey(community);
  const { source, name } = community;
  const now = clock.now();
  const update = {
    $set: { source, name, askedUntil: new Date(now.getTime() + askMs), dueAt: now },
    $min: { priority },
    $unset: { failure: 1, waitsUntil: 1 },
  };
  await upsertAtLast(() => model.updateOne({ _id: key }, update, { upsert: true }).exec());
  await unlessAway(
    () => kv.publish(asksChannel, source),
    () => undefined,
  );
}

async function askAgain(model: FeedModel, key: string, now: Date): Promise<void> {
  await model.updateOne({ _id: key }, { $max: { askedUntil: new Date(now.getTime() + askMs) } });
}

function errorOf({ code, details }: NonNullable<FeedDocument['failure']>): Error {
  return code === null
    ? new Error('the community could not be read; see the log of scan-ingest')
    : appError(code, details);
}

/** An unfinished read of a community. Whoever continues it begins at `after`. */
export interface StoredReading {
  startedAt: Date;
  /** The cursor of the next page; null for the first. */
  after: string | null;
  /** All cursors so far. One that repeats ends the read. */
  cursors: string[];
  pages: number;
  stored: number;
  /** Posts newer than this are in the cache. */
  floor: Date | null;
  newestAt: Date | null;
  /** The read goes to the end of the listing, because the last one that did is too old. */
  isFull: boolean;
  /** When the source's limit stopped the read. Null since a page came. */
  limitedSince: Date | null;
  /** The posts of all pages so far, at most `mostHeard`. */
  seen: string[];
  /** The mean time between two of the newest posts, in milliseconds. Null before the first page, and without posts. */
  gapMs: number | null;
  /** The same without the time since the newest one. */
  usualGapMs?: number | null;
}

/** Why a read ended. `code` is null for a fault of ours. */
export interface StoredFailure {
  code: ErrorCode | null;
  details: ErrorDetails;
}

/** How far a community was read, and who waits for it. The outbox holds the events about its posts for users who listen. */
export interface FeedDocument extends Partial<OutboxFields> {
  /** The key of the community, unique across sources. */
  _id: string;
  source: string;
  name: string;
  /** The posts were read from the sandbox. */
  headFetchedAt: Date | null;
  fullFetchedAt: Date | null;
  newestAt: Date | null;
  /** Ingest reads until then. Those who wait extend it. */
  askedUntil?: Date | null;
  /** The smallest priority of those who wait. */
  priority?: number;
  /** The turn of the next page: the time of the last one, or the end of a wait. */
  dueAt?: Date;
  /** The end of a noticeable wait for the source's limit. */
  waitsUntil?: Date | null;
  reading?: StoredReading | null;
  failure?: StoredFailure | null;
  /** Absent while the community can be read. Unlike `failure`, it stays when somebody asks again. */
  trouble?: Trouble | null;
  /** The mean time between its newest posts when it was last read. Null with too few posts. */
  usualGapMs?: number | null;
  /** When it was last read, with or without success. */
  triedAt?: Date | null;
  /** When the community is read next for users who listen. Absent if nobody listens. */
  listensAt?: Date;
  /** A stream reports the posts of the community until then, because it was scanned. */
  followedUntil?: Date;
  /** The newest posts of the last read, which need not be reported to users who listen once more. */
  heard?: string[];
  /** Counts the changes by ingest, so that of two processes that read the same page one counts. */
  revision?: number;
}

const text = { type: String, required: true };
const when = { type: Date, default: null };

const feedSchema = new Schema<FeedDocument>(
  {
    _id: text,
    source: text,
    name: text,
    headFetchedAt: when,
    fullFetchedAt: when,
    newestAt: when,
    askedUntil: Date,
    priority: Number,
    dueAt: Date,
    waitsUntil: Date,
    reading: Schema.Types.Mixed,
    failure: Schema.Types.Mixed,
    trouble: Schema.Types.Mixed,
    usualGapMs: Number,
    triedAt: Date,
    listensAt: Date,
    followedUntil: Date,
    heard: { type: [String], default: undefined },
    revision: Number,
  },
  { versionKey: false, minimize: false },
);
feedSchema.index({ source: 1, askedUntil: 1 });
feedSchema.index({ source: 1, listensAt: 1 });
feedSchema.index({ source: 1, followedUntil: 1 });
feedSchema.index({ source: 1, triedAt: 1 });
addOutbox(feedSchema);

export type FeedModel = Model<FeedDocument>;

export function feedModel(connection: Connection): FeedModel {
  return connection.model<FeedDocument>('CommunityFeed', feedSchema, 'community_feeds');
}
