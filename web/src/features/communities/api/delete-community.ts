import { leadContract, type Subreddit } from '@earshot/proto/http/lead';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isSignedOut, messageOf } from '../../../lib/api-error.ts';
import { useCommunityNoun } from '../../../lib/sources.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { texts } from '../texts.ts';
import { communitiesQuery } from './list-communities.ts';

type Watched = Pick<Subreddit, 'id' | 'source'>;

export function useDeleteCommunity() {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  const noun = useCommunityNoun();
  return useMutation({
    mutationFn: ({ id }: Watched) => call(leadContract.deleteSubreddit, { params: { id } }),
    onSuccess: async (_, { id, source }) => {
      toaster.show({ kind: 'success', ...texts.removed(noun(source)) });
      queryClient.setQueryData(communitiesQuery.queryKey, (list) => list?.filter((one) => one.id !== id));
      await queryClient.invalidateQueries({ queryKey: communitiesQuery.queryKey });
    },
    onError: (error, { source }) => {
      if (isSignedOut(error)) return;
      const title = texts.removeFailed(noun(source));
      toaster.show({ kind: 'destructive', title, description: messageOf(error) });
    },
  });
}
