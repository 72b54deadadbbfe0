import { outreachContract, type RedditAccount } from '@earshot/proto/http/outreach';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** The linked accounts; one may have been linked in another tab, or have ended while something was sent. */
export const accountsQuery = queryOptions<RedditAccount[]>({
  queryKey: [outreachContract.listAccounts.path],
  queryFn: ({ signal }) => call(outreachContract.listAccounts, { signal }),
  staleTime: 60_000,
});
