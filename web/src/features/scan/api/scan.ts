import { scanContract, type ScanJob } from '@earshot/proto/http/scan';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isSignedOut, messageOf } from '../../../lib/api-error.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { useFailureToast } from '../../../lib/use-failure-toast.ts';
import { isRunning } from '../is-running.ts';
import { texts } from '../texts.ts';

const pollMs = 2000;

const isSettling = (job: ScanJob | null | undefined) =>
  job !== null && job !== undefined && !isRunning(job) && job.funnel.pending > 0;

/**
 * The newest job, or null. Refetched every 2 s while posts of an ended job are on their way: after a cancel, the best ones
 * still become leads.
 */
export const latestScanQuery = callQuery(scanContract.latestScan, {
  refetchOnMount: ({ state }) => (isSettling(state.data) ? 'always' : true),
  refetchInterval: ({ state }) => (isSettling(state.data) ? pollMs : false),
});

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

/** Starts a scan, or joins the running one; the returned job becomes the latest one. */
export function useStartScan() {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  const failed = useFailureToast();
  return useMutation({
    mutationFn: () => call(scanContract.startScan),
    onSuccess: async () => {
      toaster.show({ kind: 'success', ...texts.started });
      await queryClient.invalidateQueries({ queryKey: latestScanQuery.queryKey });
    },
    onError: failed(texts.failed),
  });
}

export function useCancelScan() {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  return useMutation({
    mutationFn: (jobId: string) => call(scanContract.cancelScan, { params: { jobId } }),
    onSuccess: (job) => {
      queryClient.setQueryData(latestScanQuery.queryKey, job);
      queryClient.setQueryData(scanStatusQuery(job.id).queryKey, job);
      toaster.show({ kind: 'success', ...texts.cancelled });
    },
    onError: async (error) => {
      if (isSignedOut(error)) return;
      toaster.show({ kind: 'destructive', title: texts.cancelFailed, description: messageOf(error) });
      await queryClient.invalidateQueries({ queryKey: latestScanQuery.queryKey });
    },
  });
}
