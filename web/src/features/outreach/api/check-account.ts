import { outreachContract, type RedditAccount } from '@earshot/proto/http/outreach';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isSignedOut, messageOf } from '../../../lib/api-error.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { texts } from '../texts.ts';
import { accountsQuery } from './list-accounts.ts';

/** Asks the community site whether an account is still suspended, and shows the answer. */
export function useCheckAccount() {
  const queryClient = useQueryClient();
  const toaster = useToaster();
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
        ? texts.stillSuspended(checked.username, checked.sourceLabel)
        : texts.inactiveAccount(checked.username, checked.sourceLabel);
      toaster.show({ title: texts.checked, description });
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      toaster.show({ kind: 'destructive', title: texts.checkFailed, description: messageOf(error) });
    },
  });
}
