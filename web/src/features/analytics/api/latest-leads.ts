import { leadContract } from '@earshot/proto/http/lead';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

const query = { limit: 100 };

/** The newest hundred leads, from which figures are calculated. The key starts like those of the lead lists. */
export const latestLeadsQuery = queryOptions({
  queryKey: [leadContract.listLeads.path, query],
  queryFn: ({ signal }) => call(leadContract.listLeads, { query, signal }),
  refetchOnMount: 'always',
});
