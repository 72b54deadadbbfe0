import { leadContract } from '@earshot/proto/http/lead';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

export const communitiesQuery = queryOptions({
  queryKey: [leadContract.listSubreddits.path],
  queryFn: ({ signal }) => call(leadContract.listSubreddits, { signal }),
});
