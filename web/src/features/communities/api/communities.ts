import { leadContract, type Subreddit } from '@earshot/proto/http/lead';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isSignedOut, messageOf } from '../../../lib/api-error.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { isSameCommunity } from '../../../lib/community.ts';
import { sourceId, useCommunityNoun } from '../../../lib/sources.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { texts } from '../texts.ts';

export const communitiesQuery = callQuery(leadContract.listSubreddits);

interface NewCommunity {
  /** As typed or suggested. */
  readonly name: string;
  /** Defaults to the first source of the installation. */
  readonly source?: string | undefined;
}

export function useAddCommunity() {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  const noun = useCommunityNoun();
  return useMutation({
    mutationFn: ({ name, source }: NewCommunity) =>
      call(leadContract.addSubreddit, { body: { name, source: sourceId(source), isActive: true } }),
    onSuccess: (added) => {
      const list = queryClient.getQueryData(communitiesQuery.queryKey);
      // Another spelling of a community that is on the list was typed.
      if (list?.some((one) => isSameCommunity(one, added))) return;
      toaster.show({ kind: 'success', ...texts.added(noun(added.source)) });
      queryClient.setQueryData(communitiesQuery.queryKey, (now) => now && [...now, added]);
      void queryClient.invalidateQueries({ queryKey: communitiesQuery.queryKey });
    },
    onError: (error, { source }) => {
      if (isSignedOut(error)) return;
      const title = texts.addFailed(noun(source));
      toaster.show({ kind: 'destructive', title, description: messageOf(error) });
    },
  });
}

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
