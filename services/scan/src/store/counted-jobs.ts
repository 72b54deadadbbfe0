import type { Meters } from '@earshot/core';
import type { ScanJob } from '../domain/job.ts';
import { hasEnded, taskHasEnded } from '../domain/job.ts';
import type { JobStore } from '../domain/ports.ts';

/**
 * Counts the changes of jobs as metrics. Each change is written once, so repeated tasks and duplicate events count
 * once. A crash between the write and the count loses the count.
 */
export function countedJobs<T extends JobStore>(jobs: T, meters: Meters): T {
  const started = meters.counter('scansStarted');
  const count = counting(meters);
  return {
    ...jobs,
    add: async (change, slotKey) => {
      const isNew = await jobs.add(change, slotKey);
      if (isNew) started.add({ by: slotKey === undefined ? 'user' : 'schedule' });
      return isNew;
    },
    change: async (jobId, decide) => {
      // `decide` runs again after a lost race: only its last decision was written.
      const decided: Changed[] = [];
      const job = await jobs.change(jobId, (before) => {
        const change = decide(before);
        decided.length = 0;
        if (change !== null) decided.push({ before, after: change.job });
        return change;
      });
      decided.forEach(count);
      return job;
    },
  };
}

interface Changed {
  readonly before: ScanJob;
  readonly after: ScanJob;
}

function counting(meters: Meters) {
  const tasks = meters.counter('scanTasks');
  const posts = meters.counter('scanPosts');
  const scans = meters.counter('scans');
  const seconds = meters.histogram('scanSeconds');
  return ({ before, after }: Changed): void => {
    for (const [index, task] of after.tasks.entries()) {
      const earlier = before.tasks[index];
      if (earlier === undefined || taskHasEnded(earlier) || !taskHasEnded(task)) continue;
      tasks.add({ outcome: task.state === 'failed' ? 'failed' : 'done' });
      for (const fate of ['known', 'stale', 'filtered', 'unscored', 'below'] as const) {
        posts.add({ fate }, task.counts[fate]);
      }
    }
    for (const fate of ['created', 'capped', 'duplicate'] as const) {
      posts.add({ fate }, Math.max(0, after.outcomes[fate] - before.outcomes[fate]));
    }
    const { status, createdAt, completedAt } = after;
    if (hasEnded(before) || status === 'pending' || status === 'processing') return;
    scans.add({ status });
    if (completedAt !== null) seconds.observe({ status }, (completedAt.getTime() - createdAt.getTime()) / 1000);
  };
}
