import { scanContract } from '@earshot/proto/http/scan';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** Whether a model scores, and what it has used today; asked again whenever something shows it. */
export const modelUsageQuery = queryOptions({
  queryKey: [scanContract.modelUsage.path],
  queryFn: ({ signal }) => call(scanContract.modelUsage, { signal }),
  refetchOnMount: 'always',
});
