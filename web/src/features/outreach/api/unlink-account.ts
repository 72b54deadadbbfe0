import { outreachContract, type RedditAccount } from '@earshot/proto/http/outreach';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isSignedOut, messageOf } from '../../../lib/api-error.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { texts } from '../texts.ts';
import { accountsQuery } from './list-accounts.ts';

/** Unlinks an account. */
export function useUnlinkAccount() {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  return useMutation({
    mutationFn: ({ id }: RedditAccount) => call(outreachContract.unlinkAccount, { params: { id } }),
    onSuccess: (_, { id, username }) => {
      queryClient.setQueryData(accountsQuery.queryKey, (all) => all?.filter((account) => account.id !== id));
      toaster.show({ kind: 'success', ...texts.unlinked(username) });
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      toaster.show({ kind: 'destructive', title: texts.unlinkFailed, description: messageOf(error) });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey }),
  });
}
