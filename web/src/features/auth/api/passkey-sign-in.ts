import { authContract } from '@earshot/proto/http/auth';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { signWithPasskey } from '../../../lib/passkeys.ts';
import { currentUserQuery } from './current-user.ts';

/** Signs in by passkey alone. */
export function usePasskeySignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const passkey = await signWithPasskey(await call(authContract.beginPasskeySignIn));
      return call(authContract.signInByPasskey, { body: { passkey } });
    },
    onSuccess: (user) => queryClient.setQueryData(currentUserQuery.queryKey, user),
  });
}
