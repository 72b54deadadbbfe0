/** @jest-environment jsdom */
import type { ScanJob } from '@earshot/proto/http/scan';
import { expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { latestScanQuery, scanStatusQuery } from '../src/features/scan/api/scan.ts';
import { useTrackedScan } from '../src/features/scan/use-tracked-scan.ts';
import { aJob } from './a-job.ts';

const done: ScanJob = { ...aJob, status: 'completed', progress: 100 };
const withdrawn: ScanJob = { ...aJob, status: 'cancelled' };

/** The hook with a cache that the test updates like the live channel does; it makes no requests. */
function track(latest: ScanJob) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, enabled: false } } });
  client.setQueryData(latestScanQuery.queryKey, latest);
  const ended: ScanJob[] = [];
  const onEnded = (job: ScanJob) => void ended.push(job);
  const wrapper = ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client }, children);
  globalThis.fetch = () => Promise.reject(new Error('offline'));
  const { result, unmount } = renderHook(() => useTrackedScan(onEnded), { wrapper });
  return { client, ended, result, unmount };
}

it('reports the end once when the status of the followed job changes', async () => {
  const { client, ended, result, unmount } = track(aJob);
  await act(async () => client.setQueryData(scanStatusQuery(aJob.id).queryKey, done));
  await waitFor(() => expect(ended).toEqual([done]));
  await waitFor(() => expect(result.current).toMatchObject({ job: null, last: done }));
  unmount();
});

it('reports the end when a refetch finds that the followed job ended before its status was fetched', async () => {
  const { client, ended, unmount } = track(aJob);
  await act(async () => client.setQueryData(latestScanQuery.queryKey, done));
  await waitFor(() => expect(ended).toEqual([done]));
  unmount();
});

it('reports neither a job that had ended before the page was opened nor a cancelled one', async () => {
  const old = track(done);
  expect(old.ended).toEqual([]);
  old.unmount();
  const cancelled = track(aJob);
  await act(async () => cancelled.client.setQueryData(latestScanQuery.queryKey, withdrawn));
  await waitFor(() => expect(cancelled.result.current.last).toEqual(withdrawn));
  expect(cancelled.ended).toEqual([]);
  cancelled.unmount();
});
