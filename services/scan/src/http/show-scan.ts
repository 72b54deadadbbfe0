import { appError, route } from '@earshot/platform';
import { scanContract } from '@earshot/proto/http/scan';
import { viewOf } from '../domain/job-view.ts';
import type { JobStore } from '../domain/ports.ts';

export function latestScanRoute({ jobs }: { readonly jobs: JobStore }) {
  return route(scanContract.latestScan, async ({ userId }) => {
    const job = await jobs.findLatest(userId);
    return job === null ? null : viewOf(job);
  });
}

export function scanStatusRoute({ jobs }: { readonly jobs: JobStore }) {
  return route(scanContract.scanStatus, async ({ userId, params }) => {
    const job = await jobs.findOwn(userId, params.jobId);
    if (job === null) throw appError('scan.not-found', { jobId: params.jobId });
    return viewOf(job);
  });
}
