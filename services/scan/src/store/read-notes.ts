import { communityKey } from '../domain/community.ts';
import type { ReadNotes } from '../domain/health-board.ts';
import type { CommunityReads } from '../domain/source-health.ts';
import type { FeedDocument } from './feed-store.ts';
import type { scanModels } from './models.ts';
import { sourceHours } from './source-hours.ts';

const latelyMs = 24 * 3_600_000;

const fields = {
  source: 1,
  name: 1,
  headFetchedAt: 1,
  newestAt: 1,
  trouble: 1,
  usualGapMs: 1,
  askedUntil: 1,
  dueAt: 1,
  listensAt: 1,
} as const;

/** Reads the collections that ingest writes. */
export function readNotes({ feed: feeds, cursor: cursors, sourceHour }: ReturnType<typeof scanModels>): ReadNotes {
  const hours = sourceHours(sourceHour);
  return {
    readsOf: async (source, now) => {
      const triedAt = { $gte: new Date(now.getTime() - latelyMs) };
      const found = await feeds.find({ source, triedAt }, fields).lean<FeedDocument[]>();
      return found.map((one) => readsOf(one, now));
    },
    readsIn: async (communities, now) => {
      const found = await feeds.find({ _id: { $in: communities.map(communityKey) } }, fields).lean<FeedDocument[]>();
      return new Map(found.map((one) => [one._id, readsOf(one, now)]));
    },
    hoursOf: (source) => hours.find(source),
    streamOf: async (source) => {
      const found = await cursors.findById(source, { savedAt: 1, trouble: 1 }).lean();
      return found && { savedAt: found.savedAt ?? null, trouble: found.trouble ?? null };
    },
  };
}

function readsOf({ source, name, ...feed }: FeedDocument, now: Date): CommunityReads {
  const {
    headFetchedAt = null,
    newestAt = null,
    trouble = null,
    usualGapMs = null,
    askedUntil,
    dueAt,
    listensAt,
  } = feed;
  const times = [askedUntil && askedUntil > now ? dueAt : undefined, listensAt];
  const known = times.flatMap((time) => (time ? [Math.max(now.getTime(), time.getTime())] : []));
  return {
    source,
    name,
    headFetchedAt,
    newestAt,
    trouble,
    usualGapMs,
    nextTryAt: known.length === 0 ? null : new Date(Math.min(...known)),
  };
}
