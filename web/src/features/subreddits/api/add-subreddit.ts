import { leadContract } from '@earshot/proto/http/lead';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isSignedOut, messageOf } from '../../../lib/api-error.ts';
import { isSameCommunity } from '../../../lib/community.ts';
import { sourceId } from '../../../lib/sources.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { texts } from '../texts.ts';
import { subredditsQuery } from './list-subreddits.ts';

interface NewCommunity {
  /** As typed or suggested. */
  readonly name: string;
  /** Defaults to the first source of the installation. */
  readonly source?: string | undefined;
}

export function useAddSubreddit() {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  return useMutation({
    mutationFn: ({ name, source }: NewCommunity) =>
      call(leadContract.addSubreddit, { body: { name, source: sourceId(source), isActive: true } }),
    onSuccess: (added) => {
      toaster.show({ kind: 'success', ...texts.added });
      queryClient.setQueryData(subredditsQuery.queryKey, (list) =>
        list && !list.some((one) => isSameCommunity(one, added)) ? [...list, added] : list,
      );
      void queryClient.invalidateQueries({ queryKey: subredditsQuery.queryKey });
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      toaster.show({ kind: 'destructive', title: texts.addFailed, description: messageOf(error) });
    },
  });
}
