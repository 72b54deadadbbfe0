import { draftContract } from '@earshot/proto/http/drafts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { useFailureToast } from '../../../lib/use-failure-toast.ts';
import { texts } from '../texts.ts';
import { remindersQuery } from './list-messages.ts';

/** Sets the time of a lead's reminder; null removes it. */
export function useSetReminder(leadId: string) {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  const failed = useFailureToast();
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
    onError: failed(texts.reminderFailed),
  });
}
