import { leadContract } from '@earshot/proto/http/lead';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { leadListsKey } from './list-leads.ts';

/** The leads that a new judgement withdrew. It is refetched with the lists, because a kept lead moves to them. */
export const withdrawnQuery = queryOptions({
  queryKey: [...leadListsKey, 'withdrawn'],
  queryFn: ({ signal }) => call(leadContract.listWithdrawnLeads, { signal }),
});
