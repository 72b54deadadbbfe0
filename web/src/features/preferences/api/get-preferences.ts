import { authContract } from '@earshot/proto/http/auth';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

export const preferencesQuery = queryOptions({
  queryKey: [authContract.getPreferences.path],
  queryFn: ({ signal }) => call(authContract.getPreferences, { signal }),
});
