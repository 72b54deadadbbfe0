import { gatewayContract } from '@earshot/proto/http/gateway';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** Asked for whenever it is looked at: sessions begin and end elsewhere. */
export const sessionsQuery = queryOptions({
  queryKey: [gatewayContract.listSessions.path],
  queryFn: ({ signal }) => call(gatewayContract.listSessions, { signal }),
  refetchOnMount: 'always',
});
