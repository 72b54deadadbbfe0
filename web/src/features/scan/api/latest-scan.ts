import { type ScanJob, scanContract } from '@earshot/proto/http/scan';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isRunning } from '../is-running.ts';

const pollMs = 2000;

const isSettling = (job: ScanJob | null | undefined) =>
  job !== null && job !== undefined && !isRunning(job) && job.funnel.pending > 0;

/**
 * The newest job, or null. Refetched every 2 s while posts of an ended job are on their way: after a cancel, the best ones
 * still become leads.
 */
export const latestScanQuery = queryOptions({
  queryKey: [scanContract.latestScan.path],
  queryFn: ({ signal }) => call(scanContract.latestScan, { signal }),
  refetchOnMount: ({ state }) => (isSettling(state.data) ? 'always' : true),
  refetchInterval: ({ state }) => (isSettling(state.data) ? pollMs : false),
});
