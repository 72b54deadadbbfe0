import type { Route } from '@earshot/service-kit';
import { appError } from '@earshot/core';
import { answer, route } from '@earshot/service-kit';
import type { ScanJob as JobView } from '@earshot/proto/http/scan';
import { scanContract } from '@earshot/proto/http/scan';
import type { ScanJob } from '../domain/job.ts';
import { cancelJob } from '../domain/job-changes.ts';
import { viewOf, waitOf } from '../domain/job-view.ts';
import { settleCancelled } from '../domain/settle-job.ts';
import type { ListenerStore } from '../domain/listening.ts';
import type { StartDeps } from '../domain/start-scan.ts';
import { startScan } from '../domain/start-scan.ts';

/** Starts, shows and cancels the user's scans, and shows what the user listens to between them. */
export function scanRoutes(deps: StartDeps & { readonly listeners: Pick<ListenerStore, 'find'> }): Route[] {
  const { jobs, schedules, listeners, clock } = deps;
  const present = async (job: ScanJob): Promise<JobView> => {
    const schedule = await schedules.find(job.userId);
    return { ...viewOf(job), ...waitOf(job), nextScanAt: schedule?.running?.nextAt.toISOString() ?? null };
  };
  return [
    route(scanContract.startScan, async ({ userId }) => {
      const { jobId, started } = await startScan(deps, userId);
      return answer({ jobId }, { status: started ? 202 : 200 });
    }),
    route(scanContract.latestScan, async ({ userId }) => {
      const job = await jobs.findLatest(userId);
      return job === null ? null : present(job);
    }),
    route(scanContract.listening, async ({ userId }) => {
      const listener = await listeners.find(userId);
      return { communities: listener?.communities.length ?? 0, heardAt: listener?.heardAt?.toISOString() ?? null };
    }),
    route(scanContract.scanStatus, async ({ userId, params: { jobId } }) => {
      const job = await jobs.findOwn(userId, jobId);
      if (job === null) throw appError('scan.not-found', { jobId });
      return present(job);
    }),
    route(scanContract.cancelScan, async ({ userId, params: { jobId } }) => {
      const own = await jobs.findOwn(userId, jobId);
      const job = own === null ? null : await jobs.change(jobId, (stored) => cancelJob(stored, clock.now()));
      if (job === null) throw appError('scan.not-found', { jobId });
      return present((await settleCancelled(deps, jobId)) ?? job);
    }),
  ];
}
