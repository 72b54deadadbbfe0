import { outreachContract, type SentMessage } from '@earshot/proto/http/outreach';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { useFailureToast } from '../../../lib/use-failure-toast.ts';
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
  const failed = useFailureToast();
  return useMutation({
    mutationFn: ({ message, status }: Settlement) =>
      call(outreachContract.settleMessage, { params: { id: message.id }, body: { status } }),
    onSuccess: (message, { status }) => {
      keepSentMessage(queryClient, message);
      toaster.show({ kind: 'success', ...texts.settled[status] });
      if (status === 'sent') onSent(message);
    },
    onError: failed(texts.settleFailed),
    onSettled: () => void refreshActivity(queryClient),
  });
}
