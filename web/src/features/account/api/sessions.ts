import { gatewayContract } from '@earshot/proto/http/gateway';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { confirmed } from '../../../lib/confirmed.ts';

/** Always refetched when shown: sessions start and end on other devices. */
export const sessionsQuery = callQuery(gatewayContract.listSessions, { refetchOnMount: 'always' });

/** A 404 means that the session has already ended, which is the goal. */
async function endSession(id: string): Promise<void> {
  try {
    await call(gatewayContract.endSession, { params: { id } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}

export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: endSession,
    onSuccess: (_, ended) =>
      queryClient.setQueryData(sessionsQuery.queryKey, (list) => list?.filter(({ id }) => id !== ended)),
  });
}

export function useEndOtherSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => confirmed(() => call(gatewayContract.endOtherSessions)),
    onSuccess: () => queryClient.setQueryData(sessionsQuery.queryKey, (list) => list?.filter(({ current }) => current)),
  });
}
