import type { ScanJob } from '@earshot/proto/http/scan';

export function isRunning(job: Pick<ScanJob, 'status'>): boolean {
  return job.status === 'pending' || job.status === 'processing';
}
