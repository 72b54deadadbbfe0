import { outreachContract } from '@earshot/proto/http/outreach';
import type { MessageType, Tone } from '@earshot/proto/values';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isSignedOut, messageOf } from '../../../lib/api-error.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { texts } from '../texts.ts';

interface Wish {
  readonly leadId: string;
  readonly messageType: MessageType;
  readonly tone: Tone;
}

export function useGenerateMessage() {
  const toaster = useToaster();
  return useMutation({
    mutationFn: ({ leadId, messageType, tone }: Wish) =>
      call(outreachContract.generateMessage, { params: { id: leadId }, body: { messageType, tone } }),
    onSuccess: () => toaster.show({ kind: 'success', ...texts.generated }),
    onError: (error) => {
      if (isSignedOut(error)) return;
      toaster.show({ kind: 'destructive', title: texts.generationFailed, description: messageOf(error) });
    },
  });
}
