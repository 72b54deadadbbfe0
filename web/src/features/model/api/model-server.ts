import { modelServerContract, type modelServerChange } from '@earshot/proto/http/model-server';
import { scanContract } from '@earshot/proto/http/scan';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../lib/api-client.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { confirmed } from '../../../lib/confirmed.ts';

/** The connected server, for administrators. */
export const modelServerQuery = callQuery(modelServerContract.getModelServer);

/** Connects a server. */
export function useConnectModel() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof modelServerChange>) =>
      confirmed(() => call(modelServerContract.connectModelServer, { body })),
    onSuccess: (server) => queryClient.setQueryData(modelServerQuery.queryKey, server),
  });
}

/** Disconnects the server and deletes its key. */
export function useDisconnectModel() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => confirmed(() => call(modelServerContract.disconnectModelServer)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: modelServerQuery.queryKey }),
  });
}

/** Looks for servers on the computer that Earshot runs on. */
export const useFindModelServers = () => useMutation({ mutationFn: () => call(scanContract.findModelServers) });
