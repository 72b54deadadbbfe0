import { authContract } from '@earshot/proto/http/auth';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** Whether the signed-in user is an administrator. The admin figures are only requested after this confirms it. */
export const checkAdminQuery = queryOptions({
  queryKey: [authContract.checkAdmin.path],
  queryFn: ({ signal }) => call(authContract.checkAdmin, { signal }),
});
