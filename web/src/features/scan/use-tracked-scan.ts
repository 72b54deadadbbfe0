import type { ScanJob } from '@earshot/proto/http/scan';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { latestScanQuery, scanStatusQuery } from './api/scan.ts';
import { listeningQuery } from './api/listening.ts';
import { isRunning } from './is-running.ts';

export interface TrackedScan {
  /** The running job; null if none is running. */
  readonly job: ScanJob | null;
  /** The latest job if it has ended. */
  readonly last: ScanJob | null;
  /** It is not known yet whether a scan is running, or whether Earshot listens, which the line of the last scan shows. */
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/**
 * Tracks the latest job while it is pending or processing, through the live channel and by polling its status every 2 s.
 * `onEnded` is called once when a tracked job has completed or failed.
 */
export function useTrackedScan(onEnded: (job: ScanJob) => void): TrackedScan {
  const queryClient = useQueryClient();
  const latest = useQuery(latestScanQuery);
  const listening = useQuery(listeningQuery);
  const trackedId = latest.data && isRunning(latest.data) ? latest.data.id : '';
  const status = useQuery(scanStatusQuery(trackedId));
  const newest = status.data ?? null;
  const followedId = useRef('');
  useEffect(() => {
    if (trackedId !== '') followedId.current = trackedId;
    // Uses the first source that reports the end. After a reconnect the refetched latest job may have ended before its status was polled.
    const ended = [newest, latest.data].find((job) => job?.id === followedId.current && !isRunning(job));
    if (ended === undefined || ended === null) return;
    followedId.current = '';
    // The live channel sends no time of the next scan.
    queryClient.setQueryData(latestScanQuery.queryKey, (before) => ({ ...before, ...ended }));
    if (ended.status !== 'cancelled') onEnded(ended);
  }, [newest, latest.data, trackedId, queryClient, onEnded]);
  const job = trackedId === '' ? null : (newest ?? latest.data ?? null);
  return {
    job: job && isRunning(job) ? job : null,
    last: latest.data && !isRunning(latest.data) ? latest.data : null,
    isPending: latest.isPending || listening.isPending,
    error: latest.error,
    retry: () => void latest.refetch(),
  };
}
