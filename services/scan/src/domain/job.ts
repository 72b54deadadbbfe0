import { communityLabel, siteLabel } from '@earshot/sources';
import type { BusinessProfile } from '@earshot/proto/http/lead';
import type { ScanStatus } from '@earshot/proto/values';
import type { CommunityRef, JobId, UserId } from '@earshot/proto/refs';
import type { Business, Learned } from '@earshot/scoring';
import type { Funnel, ScanJob as JobView } from '@earshot/proto/http/scan';

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
export function communitiesOf(job: ScanJob, has: (task: ScanTask) => boolean = () => true): CommunityRef[] {
  return job.tasks.filter((task) => task.kind === 'community' && has(task)).map(communityOf);
}

/** The community of a task. */
export function communityOf({ source, community: name }: ScanTask): CommunityRef {
  return { source, name };
}

/** The communities that could not be read, grouped by error. Null if there are none. */
function failuresOf(job: ScanJob): string | null {
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

/**
 * Counts the posts of a job by fate. An outcome may be stored before its task has reported the post. The funnel then
 * counts the outcome, so that its sums always add up.
 */
export function funnelOf(job: ScanJob): Funnel {
  const sum = (pick: (task: ScanTask) => number) => job.tasks.reduce((total, task) => total + pick(task), 0);
  const known = sum((task) => task.counts.known);
  const stale = sum((task) => task.counts.stale);
  const filtered = sum((task) => task.counts.filtered);
  const unscored = sum((task) => task.counts.unscored);
  const belowThreshold = sum((task) => task.counts.below);
  const resolved = resolvedOf(job.outcomes);
  const found = Math.max(foundOf(job), resolved);
  const scored = belowThreshold + found;
  const fetched = known + stale + filtered + scored + unscored;
  return {
    fetched,
    known,
    stale,
    filtered,
    scored,
    unscored,
    belowThreshold,
    ...job.outcomes,
    pending: found - resolved,
  };
}

/** The job as its user sees it. */
export function viewOf(job: ScanJob): JobView {
  const funnel = funnelOf(job);
  const communities = job.tasks.filter((task) => task.kind === 'community');
  const expected = job.tasks.reduce((sum, task) => sum + Math.max(task.total, processedOf(task.counts)), 0);
  return {
    id: job.id,
    status: job.status,
    currentStep: stepOf(job),
    progress: job.progress,
    subredditsScanned: communities.filter((task) => task.state === 'done').length,
    totalSubreddits: communities.length,
    processedThreads: funnel.fetched,
    totalThreads: Math.max(expected, funnel.fetched),
    newLeadsFound: job.outcomes.created,
    errorMessage: failuresOf(job),
    limitResetsAt: job.limitResetsAt?.toISOString() ?? null,
    funnel,
    startedAt: job.startedAt?.toISOString() ?? null,
    completedAt: job.completedAt?.toISOString() ?? null,
    createdAt: job.createdAt.toISOString(),
  };
}

const stepByStatus = { pending: 'Waiting to start', completed: 'Completed', failed: 'Failed', cancelled: 'Cancelled' };

/** The current step as text: the first community in progress, or else the next step. */
function stepOf(job: ScanJob): string {
  if (job.status !== 'processing') return stepByStatus[job.status];
  const inWork = job.tasks.filter(isInWork);
  const active =
    inWork.find(({ state }) => state === 'scoring') ??
    inWork.find(({ waitsUntil }) => waitsUntil === null) ??
    inWork[0];
  if (active?.kind === 'carry-over') return 'Adding leads left over from earlier scans';
  if (active !== undefined && active.waitsUntil !== null)
    return `Waiting until ${siteLabel(active.source)} allows more requests`;
  if (active !== undefined)
    return `${active.state === 'reading' ? 'Reading' : 'Scoring posts in'} ${communityLabel(active.source, active.community)}`;
  return job.tasks.every(taskHasEnded) ? 'Finishing' : 'Waiting for a free worker';
}

/** The source whose limit all tasks in work wait for, and when the first wait ends; nulls if a task does not wait. */
export function waitOf(job: ScanJob): Pick<JobView, 'waitsFor' | 'waitsUntil'> {
  const inWork = job.status === 'processing' ? job.tasks.filter(isInWork) : [];
  const [next] = inWork.toSorted((a, b) => (a.waitsUntil?.getTime() ?? 0) - (b.waitsUntil?.getTime() ?? 0));
  if (!next?.waitsUntil) return { waitsFor: null, waitsUntil: null };
  return { waitsFor: siteLabel(next.source), waitsUntil: next.waitsUntil.toISOString() };
}

const isInWork = ({ state }: ScanTask) => state === 'reading' || state === 'scoring';

/** Progress in percent. Each community has the same weight. It reaches 100 only at the end and never decreases. */
export function progressOf(job: ScanJob): number {
  if (hasEnded(job)) return job.status === 'completed' ? 100 : job.progress;
  const communities = job.tasks.filter((task) => task.kind === 'community');
  const done = communities.reduce((sum, task) => sum + shareOf(task), 0);
  return Math.max(job.progress, Math.min(99, Math.floor((100 * done) / Math.max(1, communities.length))));
}

/** Reading continues during scoring, so an unfinished task counts for at most 95 percent. */
function shareOf(task: ScanTask): number {
  if (taskHasEnded(task)) return 1;
  const processed = processedOf(task.counts);
  return processed === 0 ? 0 : (0.95 * processed) / Math.max(task.total, processed);
}
