import { discoveryContract } from '@earshot/proto/http/discovery';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { texts } from '../texts.ts';

const isThere = (error: unknown) => messageOf(error).includes('already on the waitlist');

/** Puts an address on the waitlist. An address that is already on it counts as success. */
export function useJoinWaitlist() {
  const toaster = useToaster();
  return useMutation({
    mutationFn: async (email: string) => {
      try {
        await call(discoveryContract.joinWaitlist, { body: { email } });
      } catch (error) {
        if (!isThere(error)) throw error;
      }
    },
    onError: (error) => toaster.show({ kind: 'destructive', title: texts.joinFailed, description: messageOf(error) }),
  });
}
