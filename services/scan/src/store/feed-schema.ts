import type { ErrorDetails } from '@earshot/core';
import type { ErrorCode } from '@earshot/proto/errors';
import type { OutboxFields } from '@earshot/service-kit';
import { addOutbox } from '@earshot/service-kit';
import type { Connection, Model } from 'mongoose';
import { Schema } from 'mongoose';

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
  sample: boolean;
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
  /** When the community is read next for users who listen. Absent if nobody listens. */
  listensAt?: Date;
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
    sample: Boolean,
    headFetchedAt: when,
    fullFetchedAt: when,
    newestAt: when,
    askedUntil: Date,
    priority: Number,
    dueAt: Date,
    waitsUntil: Date,
    reading: Schema.Types.Mixed,
    failure: Schema.Types.Mixed,
    listensAt: Date,
    heard: { type: [String], default: undefined },
    revision: Number,
  },
  { versionKey: false, minimize: false },
);
feedSchema.index({ source: 1, askedUntil: 1 });
feedSchema.index({ source: 1, listensAt: 1 });
addOutbox(feedSchema);

export type FeedModel = Model<FeedDocument>;

export function feedModel(connection: Connection): FeedModel {
  return connection.model<FeedDocument>('CommunityFeed', feedSchema, 'community_feeds');
}
