import { draftContract } from '@earshot/proto/http/drafts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isSignedOut, messageOf } from '../../../lib/api-error.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { texts } from '../texts.ts';
import { remindersQuery } from './list-messages.ts';

/** Sets the time of a lead's reminder; null removes it. */
export function useSetReminder(leadId: string) {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  return useMutation({
    mutationFn: (remindAt: Date | null) =>
      call(draftContract.setReminder, {
        params: { id: leadId },
        body: { remindAt: remindAt?.toISOString() ?? null },
      }),
    onSuccess: (reminder) => {
      queryClient.setQueryData(remindersQuery.queryKey, (all = []) => [
        ...all.filter((one) => one.leadId !== leadId),
        ...(reminder ? [reminder] : []),
      ]);
      toaster.show({ kind: 'success', ...(reminder ? texts.reminderSet : texts.reminderRemoved) });
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      toaster.show({ kind: 'destructive', title: texts.reminderFailed, description: messageOf(error) });
    },
  });
}
