import type { CommunityPost } from '@earshot/sources';
import type { CommunityRef, JobId, PostRef, UserId } from '@earshot/proto/refs';
import type { JudgedBy, Outcomes, ScanJob, TaskCounts } from './job.ts';
import type { JobChange } from './job-changes.ts';
import type { Cap, FoundPost, LeadOutcome, PostVerdict, VerdictMark } from './verdict.ts';

/** How long a job counts as running after it was last seen so, in milliseconds: its tasks check this often. */
export const runningMs = 250;

/** The scan jobs of all users. A change and its events are one write. */
export interface JobStore {
  /** Stores a new job. False if the user already has a running job, or if the slot has already started one. */
  add(change: JobChange, slotKey?: string): Promise<boolean>;
  /** Whether a scan was started for the slot. */
  hasSlot(slotKey: string): Promise<boolean>;
  find(jobId: JobId): Promise<ScanJob | null>;
  findOwn(userId: UserId, jobId: JobId): Promise<ScanJob | null>;
  /** The given jobs that belong to the user. */
  findSome(userId: UserId, jobIds: readonly string[]): Promise<ScanJob[]>;
  findRunning(userId: UserId): Promise<ScanJob | null>;
  findLatest(userId: UserId): Promise<ScanJob | null>;
  /** Jobs that have not ended, at most one per user, sorted by user id. Starts after `afterUser`. */
  running(afterUser: string, limit: number): Promise<{ readonly id: string; readonly userId: UserId }[]>;
  /** Whether the job has not ended. The answer may be `runningMs` old. */
  isRunning(jobId: JobId): Promise<boolean>;
  /**
   * Applies `decide` to the stored job, and again if another process changed the job in the meantime. If `decide`
   * returns null, nothing is written. Resolves with the resulting job, or null if there is none.
   */
  change(jobId: JobId, decide: (job: ScanJob) => JobChange | null): Promise<ScanJob | null>;
}

/** Selects posts that a limit or a stricter strategy held back. */
export interface WaitingQuery {
  readonly userId: UserId;
  readonly businessVersion: string;
  readonly threshold: number;
  readonly communities: readonly CommunityRef[];
  readonly since: Date;
  /** The job that will take the posts. Posts that a limit refused in this job are excluded. */
  readonly jobId: JobId;
  readonly limit: number;
}

/** The lead service's decision about a found post. `cap`: the limit that holds a capped post back. */
export interface Resolution {
  readonly post: PostRef;
  readonly outcome: LeadOutcome;
  readonly cap?: Cap;
}

/**
 * Verdicts about posts, by user and business version (docs/decisions/0004). A found post that is not held back and its
 * event are one write.
 */
export interface VerdictStore {
  /** Removes the verdicts of a user on posts of the sample data, without those of the job `kept`. */
  removeSamples(userId: UserId, kept: JobId | null): Promise<void>;
  marksOf(userId: UserId, businessVersion: string, posts: readonly PostRef[]): Promise<VerdictMark[]>;
  /**
   * Stores verdicts of one job, or of posts that are heard between scans. `replaces` holds the marks of the verdicts to replace, as they were read. A post that
   * another process judged in the meantime is left unchanged. Resolves with the ids of the unchanged posts.
   */
  add(job: JudgedBy, verdicts: readonly PostVerdict[], replaces: ReadonlyMap<string, VerdictMark>): Promise<string[]>;
  /** Counts of a job's task, from the verdicts that this task stored. */
  countsOf(jobId: JobId, task: number): Promise<Omit<TaskCounts, 'known' | 'stale'>>;
  outcomesOf(jobId: JobId): Promise<Outcomes>;
  /** Stores the outcomes of found posts, together. Has no effect on a post that already has an outcome. */
  resolve(job: ScanJob, resolutions: readonly Resolution[]): Promise<void>;
  /** The same for posts that were heard between scans under the id `jobId`. */
  resolveHeard(userId: UserId, jobId: JobId, resolutions: readonly Resolution[]): Promise<void>;
  /** Best score first. */
  waiting(query: WaitingQuery): Promise<FoundPost[]>;
  /** Emits the events of the found posts that the job holds back, best score first. */
  admit(job: ScanJob): Promise<void>;
  /** Leaves the found posts that an ended job still holds back to the next scan. */
  leaveWaiting(jobId: JobId): Promise<void>;
  /** Turns waiting posts into found posts of this job, in the given order. */
  takeOver(job: ScanJob, task: number, posts: readonly FoundPost[]): Promise<void>;
  /** No later scan takes the post. Its outcome stays, so that the figures of its scan do not change. */
  stopWaiting(post: FoundPost): Promise<void>;
  /** The users whose scans found the post and made a lead of it. */
  leadsOf(post: PostRef): Promise<readonly string[]>;
  /** Emits the events of found posts without an outcome again, best score first. */
  republish(job: ScanJob, limit: number): Promise<void>;
}

/** A cached post. `contentHash` changes with title or text. */
export interface CachedPost extends CommunityPost {
  readonly source: string;
  readonly contentHash: string;
  /** When ingest stored it first, or when it was written if the older posts of its community were not known then. */
  readonly arrivedAt: Date;
  /** The beginning of the text, for lists. */
  readonly summary: string;
}

/** Selects a page of a community's posts, newest first. */
export interface PostWindow {
  /** Only posts older than this one. */
  readonly after: (PostRef & { readonly createdAt: Date }) | null;
  /** Only posts newer than this. */
  readonly floor: Date;
  readonly limit: number;
}

/** A page of a list. */
export interface Page {
  readonly skip: number;
  readonly limit: number;
}

/**
 * Posts read from the sources, cached for the scans of all users. Ingest writes them, everybody else reads them.
 */
export interface PostCache {
  /** Newest first. */
  page(community: CommunityRef, window: PostWindow): Promise<CachedPost[]>;
  count(community: CommunityRef, floor: Date): Promise<number>;
  /** The number of posts that are not newer than `cutoff`. `older` returns a page of them, newest first. */
  countOlder(community: CommunityRef, cutoff: Date): Promise<number>;
  older(community: CommunityRef, cutoff: Date, page: Page): Promise<CachedPost[]>;
  /** The given posts that are still in the cache. */
  find(posts: readonly PostRef[]): Promise<CachedPost[]>;
  /** The keys of those posts that are known to be removed at their sites. */
  removedAmong(posts: readonly PostRef[]): Promise<ReadonlySet<string>>;
  /** A post as one of the first of these communities that lists it. Null if none does. */
  findIn(communities: readonly CommunityRef[], postId: string): Promise<CachedPost | null>;
  /** Those of the posts that the community lists and that were not removed. */
  listed(community: CommunityRef, postIds: readonly string[]): Promise<CachedPost[]>;
}
