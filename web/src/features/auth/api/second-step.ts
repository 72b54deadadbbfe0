import { authContract } from '@earshot/proto/http/auth';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/api-client.ts';
import { signWithPasskey } from '../../../lib/passkeys.ts';
import { currentUserQuery } from './current-user.ts';

/** How the begun sign-in can be completed. */
export const secondStepQuery = queryOptions({
  queryKey: [authContract.secondStep.path],
  queryFn: ({ signal }) => call(authContract.secondStep, { signal }),
  refetchOnMount: 'always',
  gcTime: 0,
  retry: false,
});

export type TypedCode = { readonly code: string } | { readonly recoveryCode: string };

/** Completes the begun sign-in by a typed code, or by a passkey if none is given. */
export function useSecondStep() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (typed: TypedCode | null) => {
      const body = typed ?? { passkey: await signWithPasskey(await call(authContract.beginPasskeySignIn)) };
      return call(authContract.finishSecondStep, { body });
    },
    onSuccess: (user) => queryClient.setQueryData(currentUserQuery.queryKey, user),
  });
}

/** Whether the first step must be repeated. */
export function isStepExpired(error: unknown): boolean {
  return error instanceof ApiError && error.body?.code === 'auth.sign-in-expired';
}
