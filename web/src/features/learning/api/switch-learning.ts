import { scanContract } from '@earshot/proto/http/scan';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isSignedOut, messageOf } from '../../../lib/api-error.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { texts } from '../texts.ts';
import { learningQuery } from './get-learning.ts';

/** Switches learning on or off optimistically; rolled back if the server refuses it. */
export function useSwitchLearning() {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  const { queryKey } = learningQuery;
  return useMutation({
    // The calls run one after another, so that the last choice is the one that stays.
    scope: { id: 'switch learning' },
    mutationFn: (isOn: boolean) => call(scanContract.turnLearning, { body: { isOn } }),
    onSuccess: (learning) => {
      queryClient.setQueryData(queryKey, learning);
      toaster.show({ kind: 'success', ...texts.switched(learning.isOn) });
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      toaster.show({ kind: 'destructive', title: texts.switchFailed, description: messageOf(error) });
    },
  });
}
