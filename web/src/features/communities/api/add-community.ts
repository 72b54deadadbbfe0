import { leadContract } from '@earshot/proto/http/lead';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isSignedOut, messageOf } from '../../../lib/api-error.ts';
import { isSameCommunity } from '../../../lib/community.ts';
import { sourceId, useCommunityNoun } from '../../../lib/sources.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { texts } from '../texts.ts';
import { communitiesQuery } from './list-communities.ts';

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
