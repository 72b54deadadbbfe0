import { gatewayContract } from '@earshot/proto/http/gateway';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** Always refetched when shown: sessions start and end on other devices. */
export const sessionsQuery = queryOptions({
  queryKey: [gatewayContract.listSessions.path],
  queryFn: ({ signal }) => call(gatewayContract.listSessions, { signal }),
  refetchOnMount: 'always',
});
