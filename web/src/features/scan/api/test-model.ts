import { scanContract } from '@earshot/proto/http/scan';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { modelUsageQuery } from './model-usage.ts';

/** Tests the connected model server. The services then know the server, so the state of the model is loaded again. */
export function useTestModel() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(scanContract.testModel),
    onSettled: () => queryClient.invalidateQueries({ queryKey: modelUsageQuery.queryKey }),
  });
}
