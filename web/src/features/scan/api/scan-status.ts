import { scanContract } from '@earshot/proto/http/scan';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isRunning } from '../is-running.ts';

const pollMs = 2000;

/** The job whose status was requested last, and when. */
let lastRequest = { jobId: '', atMs: 0 };

/**
 * The status of a scan, requested every 2 s while it runs. The interval counts from the last request: TanStack Query would
 * start it again whenever a frame of the live channel changes the data, so that a busy scan would never be requested.
 */
export const scanStatusQuery = (jobId: string) =>
  queryOptions({
    queryKey: [scanContract.scanStatus.path, jobId],
    queryFn: ({ signal }) => {
      lastRequest = { jobId, atMs: Date.now() };
      return call(scanContract.scanStatus, { params: { jobId }, signal });
    },
    enabled: jobId !== '',
    refetchInterval: ({ state }) => {
      if (state.data && !isRunning(state.data)) return false;
      const passedMs = lastRequest.jobId === jobId ? Date.now() - lastRequest.atMs : 0;
      return Math.max(pollMs - passedMs, 1);
    },
  });
