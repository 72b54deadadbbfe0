import type { Learning } from '@earshot/proto/http/learning';
import { scanContract } from '@earshot/proto/http/scan';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** What was learned from the user. Other pages add to it, so it is refetched each time it is shown. */
export const learningQuery = queryOptions<Learning>({
  queryKey: [scanContract.learning.path],
  queryFn: ({ signal }) => call(scanContract.learning, { signal }),
  refetchOnMount: 'always',
});
