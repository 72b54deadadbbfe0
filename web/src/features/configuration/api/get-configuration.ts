import { leadContract } from '@earshot/proto/http/lead';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

export const configurationQuery = queryOptions({
  queryKey: [leadContract.getConfiguration.path],
  queryFn: ({ signal }) => call(leadContract.getConfiguration, { signal }),
});
