import { gatewayContract } from '@earshot/proto/http/gateway';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { confirmed } from '../../../lib/confirmed.ts';
import { sessionsQuery } from './list-sessions.ts';

export function useEndOtherSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => confirmed(() => call(gatewayContract.endOtherSessions)),
    onSuccess: () => queryClient.setQueryData(sessionsQuery.queryKey, (list) => list?.filter(({ current }) => current)),
  });
}
