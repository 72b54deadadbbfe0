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
  sample: 1,
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
    readsOf: async ({ source, sample }, now) => {
      const triedAt = { $gte: new Date(now.getTime() - latelyMs) };
      const found = await feeds.find({ source, triedAt, sample }, fields).lean<FeedDocument[]>();
      return found.map((one) => readsOf(one, now));
    },
    readsIn: async (communities, now) => {
      const keys = new Map(communities.map((community) => [communityKey(community), community.sample]));
      const found = await feeds.find({ _id: { $in: [...keys.keys()] } }, fields).lean<FeedDocument[]>();
      const same = found.filter(({ _id, sample }) => keys.get(_id) === sample);
      return new Map(same.map((one) => [one._id, readsOf(one, now)]));
    },
    hoursOf: (origin) => hours.find(origin),
    streamOf: async (source) => {
      const found = await cursors.findById(source, { savedAt: 1, trouble: 1 }).lean();
      return found && { savedAt: found.savedAt ?? null, trouble: found.trouble ?? null };
    },
  };
}

function readsOf({ source, name, sample, ...feed }: FeedDocument, now: Date): CommunityReads {
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
    sample,
    headFetchedAt,
    newestAt,
    trouble,
    usualGapMs,
    nextTryAt: known.length === 0 ? null : new Date(Math.min(...known)),
  };
}
