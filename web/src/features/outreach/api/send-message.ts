import type { SentMessage } from '@earshot/proto/http/outreach';
import type { MessageType } from '@earshot/proto/values';
import { type QueryClient, useIsMutating, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { isSignedOut } from '../../../lib/api-error.ts';
import type { Toaster } from '../../../lib/toaster.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { texts } from '../texts.ts';
import { endTry, keyOfTry, mayHaveArrived, type Sending } from '../tries.ts';
import { accountsQuery } from './accounts.ts';
import { refreshActivity } from './list-activity.ts';
import { keepSentMessage } from './list-sent-messages.ts';
import { sendComment } from './send-comment.ts';
import { sendDirectMessage } from './send-direct-message.ts';

/** randomUUID does not exist on pages without HTTPS. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

function send(sending: Sending): Promise<SentMessage> {
  const { lead, messageType, account, text, subject, variant } = sending;
  const key = keyOfTry(sending, newKey);
  const ids = { accountId: account.id, leadId: lead.id, ...(variant && { variant }) };
  if (messageType === 'comment') return sendComment({ ...ids, postUrl: lead.url, comment: text }, key);
  return sendDirectMessage({ ...ids, recipientUsername: lead.author, subject, message: text }, key);
}

/** The reason is in the composer (specification, section 8: the text of the toast). */
function showFailure(toaster: Toaster, messageType: MessageType): void {
  toaster.show({ kind: 'destructive', ...texts.failed[messageType] });
}

/** Shows the outcome of a message as a toast. */
function showResult(toaster: Toaster, { messageType, status, errorMessage }: SentMessage): void {
  if (status === 'sent') return toaster.show({ kind: 'success', ...texts.sent[messageType] });
  if (status === 'failed') return showFailure(toaster, messageType);
  toaster.show({ title: texts.notConfirmed, description: errorMessage ?? texts.onItsWay });
}

const refresh = (queryClient: QueryClient) =>
  Promise.all([refreshActivity(queryClient), queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey })]);

/**
 * Sends a message to the author of a lead once. It continues when the card is closed, and `error` is why the last call of this
 * type failed, also if the card was closed since. `onSent` is called if the message was sent.
 */
export function useSendMessage(leadId: string, messageType: MessageType, onSent: () => void) {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  const mutationKey = ['send', leadId, messageType];
  const isRunning = useIsMutating({ mutationKey: ['send', leadId] }) > 0;
  const errors = useMutationState({ filters: { mutationKey }, select: ({ state }) => state.error });
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: send,
    onSuccess: (message, sending) => {
      endTry(sending);
      keepSentMessage(queryClient, message);
      showResult(toaster, message);
      if (message.status === 'sent') onSent();
    },
    onError: (problem, sending) => {
      if (!mayHaveArrived(problem)) endTry(sending);
      if (isSignedOut(problem)) return;
      showFailure(toaster, sending.messageType);
    },
    // Not awaited: the button is enabled as soon as the outcome is known.
    onSettled: () => void refresh(queryClient),
  });
  return { send: mutate, isRunning, error: errors.at(-1) ?? null };
}
