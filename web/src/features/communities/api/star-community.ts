import { leadContract } from '@earshot/proto/http/lead';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isSignedOut } from '../../../lib/api-error.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { texts } from '../texts.ts';
import { communitiesQuery } from './list-communities.ts';

interface Star {
  readonly id: string;
  readonly isStarred: boolean;
}

/** Stars optimistically; rolled back if the server refuses it. */
export function useStarCommunity() {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  const setStar = ({ id, isStarred }: Star) =>
    queryClient.setQueryData(communitiesQuery.queryKey, (list) =>
      list?.map((one) => (one.id === id ? { ...one, isStarred } : one)),
    );
  return useMutation({
    mutationFn: ({ id, isStarred }: Star) => call(leadContract.starSubreddit, { params: { id }, body: { isStarred } }),
    onMutate: async (star) => {
      await queryClient.cancelQueries({ queryKey: communitiesQuery.queryKey });
      setStar(star);
    },
    onSuccess: (_, { isStarred }) =>
      toaster.show({ kind: 'success', title: texts.updated, description: isStarred ? texts.starred : texts.unstarred }),
    onError: (error, star) => {
      setStar({ id: star.id, isStarred: !star.isStarred });
      if (isSignedOut(error)) return;
      toaster.show({ kind: 'destructive', ...texts.starFailed });
    },
  });
}
