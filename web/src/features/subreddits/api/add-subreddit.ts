import { leadContract } from '@earshot/proto/http/lead';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isSignedOut, messageOf } from '../../../lib/api-error.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { isAdded } from '../names.ts';
import { texts } from '../texts.ts';
import { subredditsQuery } from './list-subreddits.ts';

export function useAddSubreddit() {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  return useMutation({
    mutationFn: (name: string) => call(leadContract.addSubreddit, { body: { name, isActive: true } }),
    onSuccess: (added) => {
      toaster.show({ kind: 'success', ...texts.added });
      queryClient.setQueryData(subredditsQuery.queryKey, (list) =>
        list && !isAdded(list, added.name) ? [...list, added] : list,
      );
      void queryClient.invalidateQueries({ queryKey: subredditsQuery.queryKey });
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      toaster.show({ kind: 'destructive', title: texts.addFailed, description: messageOf(error) });
    },
  });
}
