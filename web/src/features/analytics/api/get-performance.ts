import { scanContract } from '@earshot/proto/http/scan';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

const pollMs = 10_000;

/** State of the system and of the user's scans, refetched every ten seconds. */
export const performanceQuery = queryOptions({
  queryKey: [scanContract.performance.path],
  queryFn: ({ signal }) => call(scanContract.performance, { signal }),
  refetchInterval: pollMs,
  refetchOnMount: 'always',
});
