import { communityLabel } from '@earshot/sources';
import type { ScanStatus } from '@earshot/proto/values';
import type { ScannedCommunity } from './community.ts';
import type { Learned } from './learning/personal-scorer.ts';

/** In the order in which a task goes through them; `done` and `failed` end it. */
export const taskStates = ['waiting', 'reading', 'scoring', 'done', 'failed'] as const;
export type TaskState = (typeof taskStates)[number];

/** What became of a task's posts. A post counts once; `below` and `found` are the scored ones. */
export interface TaskCounts {
  /** Judged in an earlier scan and unchanged since. */
  readonly known: number;
  /** Older than a scan looks, though the source gave it. */
  readonly stale: number;
  readonly filtered: number;
  readonly unscored: number;
  readonly below: number;
  /** Scored above the threshold, whatever the lead service makes of them. */
  readonly found: number;
}

export const noCounts: TaskCounts = { known: 0, stale: 0, filtered: 0, unscored: 0, below: 0, found: 0 };

/** `carry-over`: posts that earlier scans found and a limit kept back. `community`: one community to read. */
export interface ScanTask {
  readonly kind: 'carry-over' | 'community';
  /** Empty for the carry-over, as is `source`. */
  readonly community: string;
  readonly source: string;
  readonly sample: boolean;
  readonly state: TaskState;
  readonly error: string | null;
  /** Posts known to be there so far. */
  readonly total: number;
  readonly counts: TaskCounts;
  readonly touchedAt: Date;
}

/** What the lead service made of found posts so far. */
export interface Outcomes {
  readonly created: number;
  readonly capped: number;
  readonly duplicate: number;
}

/** One scan of one user. What it was started with is a snapshot: later changes of settings do not touch it. */
export interface ScanJob {
  readonly id: string;
  readonly userId: string;
  readonly status: ScanStatus;
  readonly businessDescription: string;
  /** Names description and scorer: a verdict under another one is stale. */
  readonly businessVersion: string;
  /** Lowest score that makes a lead. */
  readonly threshold: number;
  readonly maxLeadsPerScan: number;
  readonly maxLeadsPerDay: number;
  readonly model: string;
  /** What was learned from the user when the job was made; null: nothing, or it is not applied. */
  readonly learned: Learned | null;
  readonly tasks: readonly ScanTask[];
  readonly outcomes: Outcomes;
  /** Percent; never goes back. */
  readonly progress: number;
  readonly limitResetsAt: Date | null;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  readonly createdAt: Date;
}

/** Whether the job is completed, failed or cancelled. */
export function hasEnded(job: ScanJob): boolean {
  return job.status !== 'pending' && job.status !== 'processing';
}

/** Whether no worker needs to do anything for the task. */
export function taskHasEnded(task: ScanTask): boolean {
  return task.state === 'done' || task.state === 'failed';
}

/** Posts of a task that are dealt with. */
export function processedOf(counts: TaskCounts): number {
  return counts.known + counts.stale + counts.filtered + counts.unscored + counts.below + counts.found;
}

/** Found posts with an outcome. */
export function resolvedOf(outcomes: Outcomes): number {
  return outcomes.created + outcomes.capped + outcomes.duplicate;
}

/** Found posts of all tasks, with or without an outcome. */
export function foundOf(job: ScanJob): number {
  return job.tasks.reduce((sum, task) => sum + task.counts.found, 0);
}

/** The communities of a job, all or those whose tasks `has` accepts. */
export function communitiesOf(job: ScanJob, has: (task: ScanTask) => boolean = () => true): ScannedCommunity[] {
  return job.tasks.filter((task) => task.kind === 'community' && has(task)).map(communityOf);
}

/** The community of a task. */
export function communityOf({ source, community: name, sample }: ScanTask): ScannedCommunity {
  return { source, name, sample };
}

/** The communities that could not be read, each with why; null when there is none. */
export function failuresOf(job: ScanJob): string | null {
  const failures = job.tasks.flatMap((task) =>
    task.kind === 'community' && task.state === 'failed'
      ? [`${communityLabel(task.source, task.community)}: ${task.error ?? ''}`]
      : [],
  );
  return failures.length === 0 ? null : failures.join('; ');
}

/** Posts older than this are not looked at; fixed for the job, so that a repeated task sees the same ones. */
export function cutoffOf(job: ScanJob, lookBackDays: number): Date {
  return new Date(job.createdAt.getTime() - lookBackDays * 86_400_000);
}
