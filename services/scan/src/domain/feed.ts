import type { CommunityRef } from '@earshot/proto/refs';

/** How far ingest has read a community. Null where it has not. */
export interface Feed {
  /** When its newest posts were last read. */
  readonly headFetchedAt: Date | null;
  /** When its whole listing was last read. */
  readonly fullFetchedAt: Date | null;
  /** The time of the newest post in the last complete read. */
  readonly newestAt: Date | null;
}

/** Who waits for a community. Ingest serves the smaller number first. */
export const readFor = { user: 0, schedule: 1, background: 2 } as const;
export type ReadPriority = (typeof readFor)[keyof typeof readFor];

/** The position of a read, for those who wait for the community. */
export interface FeedLevel {
  /** Posts newer than this are in the cache; null before the first page. */
  readonly floor: Date | null;
  /** Number of posts that this read has stored so far. */
  readonly stored: number;
  readonly isDone: boolean;
  /** The end of the source's limit that the read waits for; null if it does not wait. */
  readonly waitsUntil: Date | null;
}

/** How a task waits. `check` is called every few seconds and throws once the job has ended. */
export interface Waiting {
  readonly signal: AbortSignal;
  readonly check: () => Promise<void>;
}

/**
 * Asks ingest to read a community, and resolves with its level once that differs from `seen`. Ingest reads as long as
 * somebody asks. Throws the AppErrors of the source.
 */
export type NextLevel = (seen: FeedLevel | null, waiting: Waiting) => Promise<FeedLevel>;

export interface FeedFollower {
  follow(community: CommunityRef, priority: ReadPriority): NextLevel;
}

/** How far each community has been read; null if it was never read. */
export interface FeedStore {
  find(community: CommunityRef): Promise<Feed | null>;
}

/** If the newest posts were read within this time, scans use the cache and send no request. */
const headFreshMs = 60_000;
/** After this time the whole listing is read again, to find posts that were approved late and to update texts. */
const fullFreshMs = 24 * 3_600_000;

/** Whether the community's posts in the cache are recent enough to use without a request. */
export function isFresh(feed: Feed | null, now: Date): boolean {
  return hasFull(feed, now) && isWithin(feed?.headFetchedAt ?? null, headFreshMs, now);
}

/** Whether the whole listing was read recently, so that a read may end at the posts that it knows. */
export function hasFull(feed: Feed | null, now: Date): boolean {
  return isWithin(feed?.fullFetchedAt ?? null, fullFreshMs, now);
}

function isWithin(at: Date | null, ms: number, now: Date): boolean {
  return at !== null && now.getTime() - at.getTime() < ms;
}
