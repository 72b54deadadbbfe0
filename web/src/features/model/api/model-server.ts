import { modelServerContract, type modelServerChange } from '@earshot/proto/http/model-server';
import { scanContract } from '@earshot/proto/http/scan';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../lib/api-client.ts';
import { confirmed } from '../../../lib/confirmed.ts';

/** The connected server, for administrators. */
export const modelServerQuery = queryOptions({
  queryKey: [modelServerContract.getModelServer.path],
  queryFn: ({ signal }) => call(modelServerContract.getModelServer, { signal }),
});

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
