import { securityContract } from '@earshot/proto/http/security';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** The user's security events, newest first. Always refetched when shown. */
export const ownEventsQuery = infiniteQueryOptions({
  queryKey: [securityContract.listSecurityEvents.path],
  queryFn: ({ pageParam: before, signal }) =>
    call(securityContract.listSecurityEvents, { query: { before, limit: 10 }, signal }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
  refetchOnMount: 'always',
});
