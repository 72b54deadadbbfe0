import { communityLabel } from '@earshot/sources';
import type { BusinessProfile } from '@earshot/proto/http/lead';
import type { ScanStatus } from '@earshot/proto/values';
import type { JobId, UserId } from '@earshot/proto/refs';
import type { ScannedCommunity } from './community.ts';
import type { Business, Learned } from '@earshot/scoring';

/** In the order in which a task goes through them; `done` and `failed` end it. */
export const taskStates = ['waiting', 'reading', 'scoring', 'done', 'failed'] as const;
export type TaskState = (typeof taskStates)[number];

/** A task's posts by fate. Each post counts once; `below` and `found` are the scored ones. */
export interface TaskCounts {
  /** Judged in an earlier scan and unchanged since. */
  readonly known: number;
  /** Older than the scan's window, although the source returned it. */
  readonly stale: number;
  readonly filtered: number;
  readonly unscored: number;
  readonly below: number;
  /** Scored at or above the threshold, whether or not the lead service creates a lead. */
  readonly found: number;
}

export const noCounts: TaskCounts = { known: 0, stale: 0, filtered: 0, unscored: 0, below: 0, found: 0 };

/**
 * `carry-over`: takes posts that a limit or a stricter strategy held back in earlier scans. `community`: reads one
 * community.
 */
export interface ScanTask {
  readonly kind: 'carry-over' | 'community';
  /** Empty for the carry-over, as is `source`. */
  readonly community: string;
  readonly source: string;
  readonly sample: boolean;
  readonly state: TaskState;
  /** Whether a worker was asked to run it. Only some tasks of a large job are in work at once. */
  readonly requested: boolean;
  readonly error: string | null;
  /** Number of posts known so far. */
  readonly total: number;
  readonly counts: TaskCounts;
  readonly touchedAt: Date;
  /** The end of the source's limit that the task waits for. Null if it does not wait, or since it went on. */
  readonly waitsUntil: Date | null;
}

/** The lead service's decisions about found posts so far. */
export interface Outcomes {
  readonly created: number;
  readonly capped: number;
  readonly duplicate: number;
}

/** One scan of one user. Its settings are a snapshot: later changes of the user's configuration do not affect it. */
export interface ScanJob {
  readonly id: JobId;
  readonly userId: UserId;
  /** A schedule started it, so nobody waits for it. */
  readonly isScheduled?: boolean;
  readonly status: ScanStatus;
  readonly businessDescription: string;
  /** Null if the user filled in none of its fields. */
  readonly profile: BusinessProfile | null;
  /** Identifies the description, the profile and the scorer. Verdicts of other versions do not apply. */
  readonly businessVersion: string;
  /** Lowest score that makes a lead. */
  readonly threshold: number;
  readonly maxLeadsPerScan: number;
  readonly maxLeadsPerDay: number;
  readonly model: string;
  /** What was learned from the user when the job was created. Null if nothing is applied. */
  readonly learned: Learned | null;
  readonly tasks: readonly ScanTask[];
  readonly outcomes: Outcomes;
  /** Percent; never decreases. */
  readonly progress: number;
  readonly limitResetsAt: Date | null;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  readonly createdAt: Date;
}

/** What judging needs of a job. Posts that are heard between scans are judged under an id of their own, by no job. */
export interface JudgedBy extends Pick<
  ScanJob,
  | ('id' | 'userId' | 'businessDescription' | 'profile' | 'businessVersion' | 'threshold')
  | ('maxLeadsPerScan' | 'maxLeadsPerDay')
> {
  /** When each of the posts arrived, by its id. Absent for a scan. Heard posts are not held back until others are judged. */
  readonly heardAt?: ReadonlyMap<string, Date>;
}

/** The job's business as the scorer gets it, for posts of some communities of one source. */
export function businessOf(
  { businessDescription, profile }: Pick<ScanJob, 'businessDescription' | 'profile'>,
  { source, communities }: Required<Pick<Business, 'source' | 'communities'>>,
): Business {
  return { description: businessDescription, ...(profile && { profile }), source, communities };
}

/** Whether the job is completed, failed or cancelled. */
export function hasEnded(job: ScanJob): boolean {
  return job.status !== 'pending' && job.status !== 'processing';
}

/** Whether the task is done or failed. */
export function taskHasEnded(task: ScanTask): boolean {
  return task.state === 'done' || task.state === 'failed';
}

/** Number of processed posts. */
export function processedOf(counts: TaskCounts): number {
  return counts.known + counts.stale + counts.filtered + counts.unscored + counts.below + counts.found;
}

/** Number of found posts with an outcome. */
export function resolvedOf(outcomes: Outcomes): number {
  return outcomes.created + outcomes.capped + outcomes.duplicate;
}

/** Number of found posts of all tasks, with or without an outcome. */
export function foundOf(job: ScanJob): number {
  return job.tasks.reduce((sum, task) => sum + task.counts.found, 0);
}

/** Whether all posts of a running job are judged and some have no outcome yet. */
export function awaitsOutcomes(job: ScanJob): boolean {
  return !hasEnded(job) && job.tasks.every(taskHasEnded) && resolvedOf(job.outcomes) < foundOf(job);
}

/** The communities of a job, all or those whose tasks `has` accepts. */
export function communitiesOf(job: ScanJob, has: (task: ScanTask) => boolean = () => true): ScannedCommunity[] {
  return job.tasks.filter((task) => task.kind === 'community' && has(task)).map(communityOf);
}

/** The community of a task. */
export function communityOf({ source, community: name, sample }: ScanTask): ScannedCommunity {
  return { source, name, sample };
}

/** The communities that could not be read, grouped by error. Null if there are none. */
export function failuresOf(job: ScanJob): string | null {
  const failed = job.tasks.filter(({ kind, state }) => kind === 'community' && state === 'failed');
  if (failed.length === 0) return null;
  const byError = Map.groupBy(failed, ({ error }) => error ?? '');
  return [...byError].map(([error, tasks]) => `${namesOf(tasks)}: ${error}`).join('; ');
}

/** More names of one error would make the message too long to read. */
const mostNames = 5;

function namesOf(tasks: readonly ScanTask[]): string {
  const names = tasks.slice(0, mostNames).map(({ source, community }) => communityLabel(source, community));
  const more = tasks.length - names.length;
  return more === 0 ? names.join(', ') : `${names.join(', ')} and ${more} more`;
}

/**
 * The start of the scan's window; older posts are stale. It is fixed for the job, so that a repeated task sees the same
 * posts.
 */
export function cutoffOf(job: ScanJob, lookBackDays: number): Date {
  return new Date(job.createdAt.getTime() - lookBackDays * 86_400_000);
}
