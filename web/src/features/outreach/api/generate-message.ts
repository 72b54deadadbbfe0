import type { Lead } from '@earshot/proto/http/lead';
import { outreachContract } from '@earshot/proto/http/outreach';
import type { MessageLength, MessageType } from '@earshot/proto/values';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { useFailureToast } from '../../../lib/use-failure-toast.ts';
import { changeDraft, isOwn, withGenerated, withWritten } from '../drafts.ts';
import { type ToneChoice, toneFields } from '../tone-choice.ts';
import { texts } from '../texts.ts';

interface DraftRequest {
  readonly messageType: MessageType;
  readonly tone: ToneChoice;
  /** Absent: the length that is configured for the type. */
  readonly length?: MessageLength;
  /** Drafts also where there is no good draft. */
  readonly force: boolean;
}

/** Generates a draft for a lead and stores it, even if the card was closed meanwhile. */
export function useGenerateMessage(lead: Lead) {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  const failed = useFailureToast();
  const mutationKey = [outreachContract.generateMessage.path, lead.id];
  const isRunning = useIsMutating({ mutationKey }) > 0;
  const { mutate, error, data, variables } = useMutation({
    mutationKey,
    mutationFn: ({ tone, ...request }: DraftRequest) =>
      call(outreachContract.generateMessage, { params: { id: lead.id }, body: { ...request, ...toneFields(tone) } }),
    onSuccess: (generated, { messageType }) => {
      if ('declined' in generated) {
        // An older draft would look like the answer.
        changeDraft(lead, (old) => (isOwn(old[messageType]) ? old : withWritten(old, messageType, '')));
        return undefined;
      }
      changeDraft(lead, (old) => withGenerated(old, generated));
      toaster.show({ kind: 'success', ...texts.generated });
      return queryClient.invalidateQueries({ queryKey: [outreachContract.listGeneratedMessages.path] });
    },
    onError: failed(texts.generationFailed),
  });
  const declined =
    data && variables && 'declined' in data ? { ...data.declined, messageType: variables.messageType } : null;
  return { generate: mutate, isRunning, error, declined };
}
