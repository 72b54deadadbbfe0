import { authContract } from '@earshot/proto/http/auth';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

export const providersQuery = queryOptions({
  queryKey: [authContract.providers.path],
  queryFn: ({ signal }) => call(authContract.providers, { signal }),
});
