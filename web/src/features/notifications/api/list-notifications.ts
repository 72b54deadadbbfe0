import { outreachContract } from '@earshot/proto/http/outreach';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

export const notificationsQuery = queryOptions({
  queryKey: [outreachContract.listNotifications.path],
  queryFn: ({ signal }) => call(outreachContract.listNotifications, { signal }),
});
