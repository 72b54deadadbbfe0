import { leadContract } from '@earshot/proto/http/lead';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isSignedOut, messageOf } from '../../../lib/api-error.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { texts } from '../texts.ts';
import { subredditsQuery } from './list-subreddits.ts';

export function useDeleteSubreddit() {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  return useMutation({
    mutationFn: (id: string) => call(leadContract.deleteSubreddit, { params: { id } }),
    onSuccess: async (_, id) => {
      toaster.show({ kind: 'success', ...texts.removed });
      queryClient.setQueryData(subredditsQuery.queryKey, (list) => list?.filter((one) => one.id !== id));
      await queryClient.invalidateQueries({ queryKey: subredditsQuery.queryKey });
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      toaster.show({ kind: 'destructive', title: texts.removeFailed, description: messageOf(error) });
    },
  });
}
