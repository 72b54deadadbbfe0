import type { Lead } from '@earshot/proto/http/lead';
import { outreachContract } from '@earshot/proto/http/outreach';
import type { MessageType, Tone } from '@earshot/proto/values';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isSignedOut, messageOf } from '../../../lib/api-error.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { changeDraft, withGenerated } from '../drafts.ts';
import { texts } from '../texts.ts';

interface DraftRequest {
  readonly messageType: MessageType;
  readonly tone: Tone;
}

/** Generates a draft for a lead and stores it, even if the card was closed meanwhile. */
export function useGenerateMessage(lead: Lead) {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  const mutationKey = [outreachContract.generateMessage.path, lead.id];
  const isRunning = useIsMutating({ mutationKey }) > 0;
  const { mutate, error } = useMutation({
    mutationKey,
    mutationFn: (body: DraftRequest) => call(outreachContract.generateMessage, { params: { id: lead.id }, body }),
    onSuccess: (generated) => {
      changeDraft(lead, (old) => withGenerated(old, generated));
      toaster.show({ kind: 'success', ...texts.generated });
      return queryClient.invalidateQueries({ queryKey: [outreachContract.listGeneratedMessages.path] });
    },
    onError: (problem) => {
      if (isSignedOut(problem)) return;
      toaster.show({ kind: 'destructive', title: texts.generationFailed, description: messageOf(problem) });
    },
  });
  return { generate: mutate, isRunning, error };
}
