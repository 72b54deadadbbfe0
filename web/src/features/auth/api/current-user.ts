import { authContract } from '@earshot/proto/http/auth';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

export const currentUserQuery = queryOptions({
  queryKey: [authContract.currentUser.path],
  queryFn: ({ signal }) => call(authContract.currentUser, { signal }),
});
