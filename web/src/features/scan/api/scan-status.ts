import { scanContract } from '@earshot/proto/http/scan';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isRunning } from '../is-running.ts';

const pollMs = 2000;

export const scanStatusQuery = (jobId: string) =>
  queryOptions({
    queryKey: [scanContract.scanStatus.path, jobId],
    queryFn: ({ signal }) => call(scanContract.scanStatus, { params: { jobId }, signal }),
    enabled: jobId !== '',
    refetchInterval: ({ state }) => (state.data && !isRunning(state.data) ? false : pollMs),
  });
