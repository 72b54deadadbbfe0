import { scanContract } from '@earshot/proto/http/scan';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** Whether a model scores, and its token usage today. Refetched whenever it is shown. */
export const modelUsageQuery = queryOptions({
  queryKey: [scanContract.modelUsage.path],
  queryFn: ({ signal }) => call(scanContract.modelUsage, { signal }),
  refetchOnMount: 'always',
});
