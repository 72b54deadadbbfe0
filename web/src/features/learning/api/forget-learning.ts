import { scanContract } from '@earshot/proto/http/scan';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isSignedOut, messageOf } from '../../../lib/api-error.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { texts } from '../texts.ts';
import { learningQuery } from './get-learning.ts';

/** Deletes everything that was learned. */
export function useForgetLearning() {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  return useMutation({
    mutationFn: () => call(scanContract.forgetLearning),
    onSuccess: async () => {
      toaster.show({ kind: 'success', ...texts.forgotten });
      await queryClient.invalidateQueries({ queryKey: learningQuery.queryKey });
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      toaster.show({ kind: 'destructive', title: texts.forgetFailed, description: messageOf(error) });
    },
  });
}
