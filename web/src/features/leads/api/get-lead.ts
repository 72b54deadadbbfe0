import { type Lead, leadContract } from '@earshot/proto/http/lead';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** One lead, even if no list contains it. */
export const leadQuery = (id: string) =>
  queryOptions<Lead>({
    queryKey: [leadContract.getLead.path, id],
    queryFn: ({ signal }) => call(leadContract.getLead, { params: { id }, signal }),
    refetchOnMount: 'always',
  });
