import { outreachContract, type RedditAccount } from '@earshot/proto/http/outreach';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** The linked accounts. Refetched, because one may have been linked in another tab or become invalid during a send. */
export const accountsQuery = queryOptions<RedditAccount[]>({
  queryKey: [outreachContract.listAccounts.path],
  queryFn: ({ signal }) => call(outreachContract.listAccounts, { signal }),
  staleTime: 60_000,
});
