import type { CommunityPost } from '@earshot/sources';
import type { PostRef, ScannedCommunity } from './community.ts';
import type { Outcomes, ScanJob, TaskCounts } from './job.ts';
import type { JobChange } from './job-changes.ts';
import type { Cap, FoundPost, LeadOutcome, PostVerdict, VerdictMark } from './verdict.ts';

/** The scan jobs of all users. A change and what it says are one write. */
export interface JobStore {
  /** Stores a new job; false when the user already has a running one, or had one of this slot. */
  add(change: JobChange, slotKey?: string): Promise<boolean>;
  /** Whether a scan was started for the slot. */
  hasSlot(slotKey: string): Promise<boolean>;
  find(jobId: string): Promise<ScanJob | null>;
  findOwn(userId: string, jobId: string): Promise<ScanJob | null>;
  /** Those of the user among them. */
  findSome(userId: string, jobIds: readonly string[]): Promise<ScanJob[]>;
  findRunning(userId: string): Promise<ScanJob | null>;
  findLatest(userId: string): Promise<ScanJob | null>;
  /** Jobs that have not ended, by user, which is one a user; those after `afterUser`. */
  running(afterUser: string, limit: number): Promise<{ readonly id: string; readonly userId: string }[]>;
  isRunning(jobId: string): Promise<boolean>;
  /**
   * Applies `decide` to the stored job, again if another worker changed it meanwhile. null from `decide` leaves it as it
   * is. Resolves with the job as it then stands, or null when there is none.
   */
  change(jobId: string, decide: (job: ScanJob) => JobChange | null): Promise<ScanJob | null>;
}

/** What is needed to find posts that a limit held back. */
export interface WaitingQuery {
  readonly userId: string;
  readonly businessVersion: string;
  readonly threshold: number;
  readonly communities: readonly ScannedCommunity[];
  readonly since: Date;
  /** The job that asks: what it was refused itself does not wait for it. */
  readonly jobId: string;
  readonly limit: number;
}

/** What was decided about posts, by user and business version. A found post and its event are one write. */
export interface VerdictStore {
  marksOf(userId: string, businessVersion: string, posts: readonly PostRef[]): Promise<VerdictMark[]>;
  /**
   * Stores verdicts of one job. `replaces` are the marks that stale ones had when they were read: a post that somebody
   * else decided meanwhile is left as it is. Resolves with the ids of the posts so left.
   */
  add(job: ScanJob, verdicts: readonly PostVerdict[], replaces: ReadonlyMap<string, VerdictMark>): Promise<string[]>;
  /** Counts of a job's task as the stored verdicts have them: posts that got one by this task. */
  countsOf(jobId: string, task: number): Promise<Omit<TaskCounts, 'known' | 'stale'>>;
  outcomesOf(jobId: string): Promise<Outcomes>;
  /** A found post gets its outcome, a capped one with the limit that holds it back; without effect when it has one. */
  resolve(job: ScanJob, post: PostRef, outcome: LeadOutcome, cap?: Cap): Promise<void>;
  /** Best first. */
  waiting(query: WaitingQuery): Promise<FoundPost[]>;
  /** Waiting posts become found ones of this job, in the given order. */
  takeOver(job: ScanJob, task: number, posts: readonly FoundPost[]): Promise<void>;
  /** Tells the lead service again of found posts without outcome. */
  tellAgain(job: ScanJob, limit: number): Promise<void>;
}

/** A post as it is kept; `contentHash` changes with title or text. */
export interface CachedPost extends CommunityPost {
  readonly source: string;
  /** The sandbox gave it. */
  readonly sample: boolean;
  readonly contentHash: string;
}

/** A page of a community, from new to old. */
export interface PostWindow {
  /** Only posts older than this one. */
  readonly after: (PostRef & { readonly createdAt: Date }) | null;
  /** Only posts newer than this. */
  readonly floor: Date;
  readonly limit: number;
}

/** Some of a list: so many after so many. */
export interface Page {
  readonly skip: number;
  readonly limit: number;
}

/** Where posts were read: `sample` if the sandbox stood in for the source. */
export interface Origin {
  readonly source: string;
  readonly sample: boolean;
}

/**
 * Posts read from the sources, kept for every user's scans. A community's posts are those of its site, or, for a sample
 * community, those of the sandbox.
 */
export interface PostCache {
  put(posts: readonly CommunityPost[], origin: Origin, now: Date): Promise<void>;
  /** Newest first. */
  page(community: ScannedCommunity, window: PostWindow): Promise<CachedPost[]>;
  count(community: ScannedCommunity, floor: Date): Promise<number>;
  /** How many there are that are not newer than `cutoff`, and some of them, newest first. */
  countOlder(community: ScannedCommunity, cutoff: Date): Promise<number>;
  older(community: ScannedCommunity, cutoff: Date, page: Page): Promise<CachedPost[]>;
  /** Those that are still kept. */
  find(posts: readonly PostRef[]): Promise<CachedPost[]>;
}

/** How far a community has been read. */
export interface Feed {
  /** When its newest posts were last read. */
  readonly headFetchedAt: Date;
  /** When it was last read back to the end. */
  readonly fullFetchedAt: Date;
  /** The newest post of the last finished reading; null when there was none. */
  readonly newestAt: Date | null;
}

/** How far each community has been read; null: never. */
export interface FeedStore {
  find(community: ScannedCommunity): Promise<Feed | null>;
  save(community: ScannedCommunity, feed: Feed): Promise<void>;
}
