import type { OutgoingEvent } from '@earshot/event-bus';
import { outboxPush } from '@earshot/service-kit';
import { type Feed, readFor } from '../domain/feed.ts';
import type { Trouble } from '../domain/source-health.ts';
import type { FeedDocument, FeedModel, StoredReading } from '../store/feed-store.ts';

/** A community that somebody waits for or listens to. */
export interface PlannedFeed extends Feed {
  readonly key: string;
  readonly source: string;
  readonly name: string;
  /** Of those who wait; `background` if nobody does. */
  readonly priority: number;
  readonly isAsked: boolean;
  readonly dueAt: Date;
  readonly reading: Readonly<StoredReading> | null;
  readonly trouble: Trouble | null;
  /** The newest posts of the last read. Empty before it. */
  readonly heard: readonly string[];
  readonly isListenedTo: boolean;
  readonly revision: number | null;
}

/** The changes that ingest makes to a feed. */
export type FeedChange = Partial<
  Pick<
    FeedDocument,
    | ('headFetchedAt' | 'fullFetchedAt' | 'newestAt' | 'dueAt' | 'waitsUntil' | 'reading' | 'failure')
    | ('listensAt' | 'followedUntil' | 'heard' | 'trouble' | 'usualGapMs' | 'triedAt')
  >
>;

/** Which communities are read, and in which order. */
export interface FeedPlan {
  /** The communities of a source that somebody waits for: users first, then the one whose turn is longest ago. */
  asked(source: string, now: Date, limit: number): Promise<PlannedFeed[]>;
  /** The communities that are due to be read for users who listen, and that nobody waits for. Longest due first. */
  listenedTo(source: string, now: Date, limit: number): Promise<PlannedFeed[]>;
  /** The names of the communities of a source that users listen to, wait for or have scanned lately. */
  followed(source: string, now: Date): Promise<readonly string[]>;
  /** The feed as it is now; null if it need not be read any more. */
  current(key: string, now: Date): Promise<PlannedFeed | null>;
  /** Saves the change with its events. False if another process has changed the feed since it was read. */
  save(feed: PlannedFeed, change: FeedChange, events?: readonly OutgoingEvent[]): Promise<boolean>;
  /** Saves the end of a read: nobody waits for it any more. */
  finish(feed: PlannedFeed, change: FeedChange, events?: readonly OutgoingEvent[]): Promise<boolean>;
  /** Ends the reads for users who listen, or lets the next one begin. */
  listen(feed: PlannedFeed, at: Date | null): Promise<void>;
}

const readEnds = { askedUntil: 1, priority: 1, reading: 1, waitsUntil: 1 } as const;

export function feedPlan(model: FeedModel): FeedPlan {
  const write = async (
    { key, revision }: PlannedFeed,
    change: FeedChange,
    {
      unset,
      events,
    }: { readonly unset: Partial<Record<keyof FeedDocument, 1>>; readonly events: readonly OutgoingEvent[] },
  ) => {
    const update = { $set: change, $unset: unset, $inc: { revision: 1 }, ...outboxPush(events) };
    const { matchedCount } = await model.updateOne({ _id: key, revision }, update);
    return matchedCount > 0;
  };
  return {
    asked: async (source, now, limit) => {
      const found = model.find({ source, askedUntil: { $gt: now } }, fields).sort({ priority: 1, dueAt: 1, _id: 1 });
      return (await found.limit(limit).lean<FeedDocument[]>()).map((one) => plannedOf(one, now));
    },
    listenedTo: async (source, now, limit) => {
      const due = { source, listensAt: { $lte: now }, $nor: [{ askedUntil: { $gt: now } }] };
      const found = model.find(due, fields).sort({ listensAt: 1, _id: 1 });
      return (await found.limit(limit).lean<FeedDocument[]>()).map((one) => plannedOf(one, now));
    },
    followed: async (source, now) => {
      const after = { $gt: now };
      const because = [{ listensAt: { $exists: true } }, { askedUntil: after }, { followedUntil: after }];
      const found = await model.find({ source, $or: because }, { name: 1 }).sort({ _id: 1 }).lean<FeedDocument[]>();
      return found.map(({ name }) => name);
    },
    current: async (key, now) => {
      const isDue = { $or: [{ askedUntil: { $gt: now } }, { listensAt: { $lte: now } }] };
      const found = await model.findOne({ _id: key, ...isDue }, fields).lean<FeedDocument>();
      return found === null ? null : plannedOf(found, now);
    },
    save: (feed, change, events = []) => write(feed, change, { unset: {}, events }),
    finish: (feed, change, events = []) => write(feed, change, { unset: readEnds, events }),
    listen: async ({ key }, listensAt) => {
      const off = { $unset: { listensAt: 1, heard: 1 } } as const;
      await model.updateOne({ _id: key }, listensAt === null ? off : { $set: { listensAt } });
    },
  };
}

const fields = { outbox: 0, outboxAt: 0, outboxRefused: 0 } as const;

function plannedOf({ _id: key, ...feed }: FeedDocument, now: Date): PlannedFeed {
  const { source, name, headFetchedAt = null, fullFetchedAt = null, newestAt = null } = feed;
  const { askedUntil, priority, dueAt = new Date(0), reading = null, heard = [], listensAt, revision } = feed;
  const { trouble = null } = feed;
  const isAsked = askedUntil != null && askedUntil > now;
  return {
    key,
    source,
    name,
    priority: isAsked ? (priority ?? readFor.user) : readFor.background,
    isAsked,
    headFetchedAt,
    fullFetchedAt,
    newestAt,
    dueAt,
    reading,
    trouble,
    heard,
    isListenedTo: listensAt !== undefined,
    revision: revision ?? null,
  };
}
