import { securityContract } from '@earshot/proto/http/security';
import type { SecurityEventName, SecurityOutcome } from '@earshot/proto/security-events';
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

/** Which events an administrator lists. Empty parts do not restrict the list. */
export interface EventFilter {
  readonly event: SecurityEventName | '';
  readonly outcome: SecurityOutcome | '';
  readonly account: string;
  readonly network: string;
  /** An ISO time. */
  readonly from: string;
}

/** The installation's security events, newest first. Always refetched when shown. */
export const allEventsQuery = (filter: EventFilter) =>
  infiniteQueryOptions({
    queryKey: [securityContract.listAllSecurityEvents.path, filter],
    queryFn: ({ pageParam: before, signal }) => {
      const { event, outcome, account, network, from } = filter;
      const wanted = { account, network, from, before, limit: 20 };
      const query = { ...wanted, ...(event !== '' && { event }), ...(outcome !== '' && { outcome }) };
      return call(securityContract.listAllSecurityEvents, { query, signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
  });
