import { communityLabel, sourceView } from '@earshot/sources';
import type { Funnel, ScanJob as JobView } from '@earshot/proto/http/scan';
import type { ScanJob, ScanTask } from './job.ts';
import { failuresOf, foundOf, hasEnded, processedOf, resolvedOf, taskHasEnded } from './job.ts';

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
    return `Waiting until ${sourceView(active.source).sourceLabel} allows more requests`;
  if (active !== undefined)
    return `${active.state === 'reading' ? 'Reading' : 'Scoring posts in'} ${communityLabel(active.source, active.community)}`;
  return job.tasks.every(taskHasEnded) ? 'Finishing' : 'Waiting for a free worker';
}

/** The source whose limit all tasks in work wait for, and when the first wait ends; nulls if a task does not wait. */
export function waitOf(job: ScanJob): Pick<JobView, 'waitsFor' | 'waitsUntil'> {
  const inWork = job.status === 'processing' ? job.tasks.filter(isInWork) : [];
  const [next] = inWork.toSorted((a, b) => (a.waitsUntil?.getTime() ?? 0) - (b.waitsUntil?.getTime() ?? 0));
  if (!next?.waitsUntil) return { waitsFor: null, waitsUntil: null };
  return { waitsFor: sourceView(next.source).sourceLabel, waitsUntil: next.waitsUntil.toISOString() };
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
