import type { Feed } from '../domain/feed.ts';
import type { FeedDocument, FeedModel, StoredReading } from '../store/feed-schema.ts';

/** A community that somebody waits for. */
export interface PlannedFeed extends Feed {
  readonly key: string;
  readonly source: string;
  readonly name: string;
  readonly sample: boolean;
  readonly dueAt: Date;
  readonly reading: Readonly<StoredReading> | null;
  readonly revision: number | null;
}

/** The changes that ingest makes to a feed. */
export type FeedChange = Partial<
  Pick<FeedDocument, 'headFetchedAt' | 'fullFetchedAt' | 'newestAt' | 'dueAt' | 'waitsUntil' | 'reading' | 'failure'>
>;

/** Which communities are read, and in which order. */
export interface FeedPlan {
  /** The communities of a source that somebody waits for: users first, then the one whose turn is longest ago. */
  asked(source: string, now: Date, limit: number): Promise<PlannedFeed[]>;
  /** The feed as it is now; null if nobody waits for it any more. */
  current(key: string, now: Date): Promise<PlannedFeed | null>;
  /** False if another process has changed the feed since it was read. */
  save(feed: PlannedFeed, change: FeedChange): Promise<boolean>;
  /** Saves the end of a read: nobody waits for it any more. */
  finish(feed: PlannedFeed, change: FeedChange): Promise<boolean>;
}

export function feedPlan(model: FeedModel): FeedPlan {
  const write = async ({ key, revision }: PlannedFeed, change: FeedChange, unset: Record<string, 1>) => {
    const update = { $set: change, $unset: unset, $inc: { revision: 1 } };
    const { matchedCount } = await model.updateOne({ _id: key, revision }, update);
    return matchedCount > 0;
  };
  return {
    asked: async (source, now, limit) => {
      const found = await model
        .find({ source, askedUntil: { $gt: now } })
        .sort({ priority: 1, dueAt: 1, _id: 1 })
        .limit(limit)
        .lean<FeedDocument[]>();
      return found.map(plannedOf);
    },
    current: async (key, now) => {
      const found = await model.findOne({ _id: key, askedUntil: { $gt: now } }).lean<FeedDocument>();
      return found === null ? null : plannedOf(found);
    },
    save: (feed, change) => write(feed, change, {}),
    finish: (feed, change) => write(feed, change, { askedUntil: 1, priority: 1, reading: 1, waitsUntil: 1 }),
  };
}

function plannedOf({ _id: key, dueAt = new Date(0), reading = null, revision, ...feed }: FeedDocument): PlannedFeed {
  const { source, name, sample, headFetchedAt = null, fullFetchedAt = null, newestAt = null } = feed;
  return {
    key,
    source,
    name,
    sample,
    headFetchedAt,
    fullFetchedAt,
    newestAt,
    dueAt,
    reading,
    revision: revision ?? null,
  };
}
