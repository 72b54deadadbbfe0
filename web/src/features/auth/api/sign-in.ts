import { authContract, type User } from '@earshot/proto/http/auth';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { signWithPasskey } from '../../../lib/passkeys.ts';
import { currentUserQuery } from './current-user.ts';

export const providersQuery = callQuery(authContract.providers);

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** A call that signs the user in. */
function useSignIn<Given>(mutationFn: (given: Given) => Promise<User>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (user) => queryClient.setQueryData(currentUserQuery.queryKey, user),
  });
}

export const useLogin = () => useSignIn((body: Credentials) => call(authContract.login, { body }));

/** Whether the answer to the password asks for the second step. */
export function asksSecondStep(error: unknown): boolean {
  return error instanceof ApiError && error.body?.code === 'auth.second-factor';
}

export interface Registration extends Credentials {
  readonly firstName: string;
  readonly lastName: string;
}

export const useRegister = () => useSignIn((body: Registration) => call(authContract.register, { body }));

export const useFinishLogin = () =>
  useSignIn((password: string) => call(authContract.finishLoginWithPassword, { body: { password } }));

/** Signs in by passkey alone. */
export const usePasskeySignIn = () =>
  useSignIn(async () => {
    const passkey = await signWithPasskey(await call(authContract.beginPasskeySignIn));
    return call(authContract.signInByPasskey, { body: { passkey } });
  });

/** How the begun sign-in can be completed. */
export const secondStepQuery = callQuery(authContract.secondStep, {
  refetchOnMount: 'always',
  gcTime: 0,
  retry: false,
});

export type TypedCode = { readonly code: string } | { readonly recoveryCode: string };

/** Completes the begun sign-in by a typed code, or by a passkey if none is given. */
export const useSecondStep = () =>
  useSignIn(async (typed: TypedCode | null) => {
    const body = typed ?? { passkey: await signWithPasskey(await call(authContract.beginPasskeySignIn)) };
    return call(authContract.finishSecondStep, { body });
  });

/** Whether the first step must be repeated. */
export function isStepExpired(error: unknown): boolean {
  return error instanceof ApiError && error.body?.code === 'auth.sign-in-expired';
}
