import { outreachContract, type RedditAccount } from '@earshot/proto/http/outreach';
import { siteOf } from '../../../lib/sources.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { useFailureToast } from '../../../lib/use-failure-toast.ts';
import { texts } from '../texts.ts';

/** The linked accounts. Refetched, because one may have been linked in another tab or become invalid during a send. */
export const accountsQuery = callQuery(outreachContract.listAccounts, { staleTime: 60_000 });

/** Asks the community site whether an account is still suspended, and shows the answer. */
export function useCheckAccount() {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  const failed = useFailureToast();
  return useMutation({
    mutationFn: ({ id }: RedditAccount) => call(outreachContract.checkAccount, { params: { id } }),
    onSuccess: (checked) => {
      queryClient.setQueryData(accountsQuery.queryKey, (all) =>
        all?.map((account) => (account.id === checked.id ? checked : account)),
      );
      if (checked.isActive && checked.hold === null) {
        return toaster.show({ kind: 'success', ...texts.mayWrite(checked.username) });
      }
      const description = checked.isActive
        ? texts.stillSuspended(checked.username, siteOf(checked))
        : texts.inactiveAccount(checked.username, siteOf(checked));
      toaster.show({ title: texts.checked, description });
    },
    onError: failed(texts.checkFailed),
  });
}

/** Unlinks an account. */
export function useUnlinkAccount() {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  const failed = useFailureToast();
  return useMutation({
    mutationFn: ({ id }: RedditAccount) => call(outreachContract.unlinkAccount, { params: { id } }),
    onSuccess: (_, { id, username }) => {
      queryClient.setQueryData(accountsQuery.queryKey, (all) => all?.filter((account) => account.id !== id));
      toaster.show({ kind: 'success', ...texts.unlinked(username) });
    },
    onError: failed(texts.unlinkFailed),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey }),
  });
}
