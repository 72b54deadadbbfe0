import { scanContract } from '@earshot/proto/http/scan';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { callQuery } from '../../../lib/call-query.ts';

/** Whether a model scores, and its token usage today. Refetched whenever it is shown. */
export const modelUsageQuery = callQuery(scanContract.modelUsage, { refetchOnMount: 'always' });

/** Tests the connected model server. The services then know the server, so the state of the model is loaded again. */
export function useTestModel() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(scanContract.testModel),
    onSettled: () => queryClient.invalidateQueries({ queryKey: modelUsageQuery.queryKey }),
  });
}
