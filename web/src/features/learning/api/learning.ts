import { scanContract } from '@earshot/proto/http/scan';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { useFailureToast } from '../../../lib/use-failure-toast.ts';
import { texts } from '../texts.ts';

/** What was learned from the user. Other pages add to it, so it is refetched each time it is shown. */
export const learningQuery = callQuery(scanContract.learning, { refetchOnMount: 'always' });

/** Switches learning on or off optimistically; rolled back if the server refuses it. */
export function useSwitchLearning() {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  const failed = useFailureToast();
  const { queryKey } = learningQuery;
  return useMutation({
    // The calls run one after another, so that the last choice is the one that stays.
    scope: { id: 'switch learning' },
    mutationFn: (isOn: boolean) => call(scanContract.turnLearning, { body: { isOn } }),
    onSuccess: (learning) => {
      queryClient.setQueryData(queryKey, learning);
      toaster.show({ kind: 'success', ...texts.switched(learning.isOn) });
    },
    onError: failed(texts.switchFailed),
  });
}

/** Deletes everything that was learned. */
export function useForgetLearning() {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  const failed = useFailureToast();
  return useMutation({
    mutationFn: () => call(scanContract.forgetLearning),
    onSuccess: async () => {
      toaster.show({ kind: 'success', ...texts.forgotten });
      await queryClient.invalidateQueries({ queryKey: learningQuery.queryKey });
    },
    onError: failed(texts.forgetFailed),
  });
}
