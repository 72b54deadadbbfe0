import type { Clock } from '@earshot/platform';
import { appError, route } from '@earshot/platform';
import { scanContract } from '@earshot/proto/http/scan';
import { cancelJob } from '../domain/job-changes.ts';
import { viewOf } from '../domain/job-view.ts';
import type { JobStore } from '../domain/ports.ts';

export function cancelScanRoute({ jobs, clock }: { readonly jobs: JobStore; readonly clock: Clock }) {
  return route(scanContract.cancelScan, async ({ userId, params }) => {
    const { jobId } = params;
    const own = await jobs.findOwn(userId, jobId);
    const job = own === null ? null : await jobs.change(jobId, (stored) => cancelJob(stored, clock.now()));
    if (job === null) throw appError('scan.not-found', { jobId });
    return viewOf(job);
  });
}
