import { leadContract } from '@earshot/proto/http/lead';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

const query = { limit: 100 };

/** The leads that figures are drawn from: the newest hundred. Lists of leads share the first part of the key. */
export const latestLeadsQuery = queryOptions({
  queryKey: [leadContract.listLeads.path, query],
  queryFn: ({ signal }) => call(leadContract.listLeads, { query, signal }),
  refetchOnMount: 'always',
});
