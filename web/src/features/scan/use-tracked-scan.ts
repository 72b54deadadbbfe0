import type { ScanJob } from '@earshot/proto/http/scan';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { latestScanQuery } from './api/latest-scan.ts';
import { scanStatusQuery } from './api/scan-status.ts';
import { isRunning } from './is-running.ts';

export interface TrackedScan {
  /** The running job; null when none runs. */
  readonly job: ScanJob | null;
  /** The latest job if it has ended. */
  readonly last: ScanJob | null;
  /** Nobody knows yet whether one runs. */
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/**
 * Follows the latest job while it is pending or processing: the live channel feeds it, and its status is
 * asked every 2 s. `onEnded` is told once when a followed job completed or failed.
 */
export function useTrackedScan(onEnded: (job: ScanJob) => void): TrackedScan {
  const queryClient = useQueryClient();
  const latest = useQuery(latestScanQuery);
  const trackedId = latest.data && isRunning(latest.data) ? latest.data.id : '';
  const status = useQuery(scanStatusQuery(trackedId));
  const newest = status.data ?? null;
  const followedId = useRef('');
  useEffect(() => {
    if (trackedId !== '') followedId.current = trackedId;
    // Whichever tells first: after a reconnect the refetched latest job may have ended before its status was asked.
    const ended = [newest, latest.data].find((job) => job?.id === followedId.current && !isRunning(job));
    if (ended === undefined || ended === null) return;
    followedId.current = '';
    queryClient.setQueryData(latestScanQuery.queryKey, ended);
    if (ended.status !== 'cancelled') onEnded(ended);
  }, [newest, latest.data, trackedId, queryClient, onEnded]);
  const job = trackedId === '' ? null : (newest ?? latest.data ?? null);
  return {
    job: job && isRunning(job) ? job : null,
    last: latest.data && !isRunning(latest.data) ? latest.data : null,
    isPending: latest.isPending,
    error: latest.error,
    retry: () => void latest.refetch(),
  };
}
