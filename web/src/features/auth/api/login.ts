import { authContract } from '@earshot/proto/http/auth';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/api-client.ts';
import { currentUserQuery } from './current-user.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export function useLogin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Credentials) => call(authContract.login, { body }),
    onSuccess: (user) => queryClient.setQueryData(currentUserQuery.queryKey, user),
  });
}

/** Whether the answer to the password asks for the second step. */
export function asksSecondStep(error: unknown): boolean {
  return error instanceof ApiError && error.body?.code === 'auth.second-factor';
}
