import { outreachContract, type SentMessage } from '@earshot/proto/http/outreach';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isSignedOut, messageOf } from '../../../lib/api-error.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { texts } from '../texts.ts';
import { refreshActivity } from './list-activity.ts';
import { keepSentMessage } from './list-sent-messages.ts';

interface Settlement {
  readonly message: SentMessage;
  readonly status: 'sent' | 'failed';
}

/** Records the user's answer on whether an unconfirmed message arrived. `onSent` is called if it did. */
export function useSettleMessage(onSent: (message: SentMessage) => void) {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  return useMutation({
    mutationFn: ({ message, status }: Settlement) =>
      call(outreachContract.settleMessage, { params: { id: message.id }, body: { status } }),
    onSuccess: (message, { status }) => {
      keepSentMessage(queryClient, message);
      toaster.show({ kind: 'success', ...texts.settled[status] });
      if (status === 'sent') onSent(message);
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      toaster.show({ kind: 'destructive', title: texts.settleFailed, description: messageOf(error) });
    },
    onSettled: () => void refreshActivity(queryClient),
  });
}
