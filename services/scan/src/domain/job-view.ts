import { communityLabel } from '@earshot/sources';
import type { Funnel, ScanJob as JobView } from '@earshot/proto/http/scan';
import type { ScanJob, ScanTask } from './job.ts';
import { failuresOf, foundOf, hasEnded, processedOf, resolvedOf, taskHasEnded } from './job.ts';

/**
 * Where the posts went. An outcome may be known a moment before the task has reported its posts; the funnel then counts
 * the outcome, so its sums hold at every moment.
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

/** The job as its owner sees it. */
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

/** What is going on, in words: the first community under way, else what comes next. */
function stepOf(job: ScanJob): string {
  if (job.status !== 'processing') return stepByStatus[job.status];
  const active =
    job.tasks.find((task) => task.state === 'scoring') ?? job.tasks.find((task) => task.state === 'reading');
  if (active?.kind === 'carry-over') return 'Taking the leads that a limit held back';
  if (active !== undefined)
    return `${active.state === 'reading' ? 'Reading' : 'Scoring posts in'} ${communityLabel(active.source, active.community)}`;
  return job.tasks.every(taskHasEnded) ? 'Finishing' : 'Waiting for a free worker';
}

/** Percent of the work: each community weighs the same; 100 only at the end, and never less than before. */
export function progressOf(job: ScanJob): number {
  if (hasEnded(job)) return job.status === 'completed' ? 100 : job.progress;
  const communities = job.tasks.filter((task) => task.kind === 'community');
  const done = communities.reduce((sum, task) => sum + shareOf(task), 0);
  return Math.max(job.progress, Math.min(99, Math.floor((100 * done) / Math.max(1, communities.length))));
}

/** Reading goes on while scoring does, so an unfinished task is never quite done. */
function shareOf(task: ScanTask): number {
  if (taskHasEnded(task)) return 1;
  const processed = processedOf(task.counts);
  return processed === 0 ? 0 : (0.95 * processed) / Math.max(task.total, processed);
}
