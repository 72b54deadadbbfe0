import { scanContract } from '@earshot/proto/http/scan';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** The newest job, or null. Refetched each time a page that tracks it opens. */
export const latestScanQuery = queryOptions({
  queryKey: [scanContract.latestScan.path],
  queryFn: ({ signal }) => call(scanContract.latestScan, { signal }),
  refetchOnMount: 'always',
});
