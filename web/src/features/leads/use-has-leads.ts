import { leadContract, type LeadList } from '@earshot/proto/http/lead';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { leadListsKey } from './api/list-leads.ts';

/** One lead of any status: whether the account has any. */
const anyLeadQuery = queryOptions<LeadList>({
  queryKey: [...leadListsKey, 'any'],
  queryFn: ({ signal }) => call(leadContract.listLeads, { query: { limit: 1 }, signal }),
});

/**
 * Whether the account has leads, of any status; undefined until it is known. `total` is that of the list, which may hide all of
 * them.
 */
export function useHasLeads(total: number | undefined): boolean | undefined {
  const [seen, setSeen] = useState(false);
  const any = useQuery({ ...anyLeadQuery, enabled: total === 0 && !seen });
  const has = seen || (total ?? 0) > 0 || (any.data?.total ?? 0) > 0;
  // Once seen, the page does not fall back to its first state while the user empties the list.
  if (has && !seen) setSeen(true);
  // A failed request must not show the first steps to somebody who has leads.
  return has || any.isError ? true : any.data && false;
}
