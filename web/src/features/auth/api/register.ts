import { authContract } from '@earshot/proto/http/auth';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { currentUserQuery } from './current-user.ts';
import type { Credentials } from './login.ts';

export interface Registration extends Credentials {
  readonly firstName: string;
  readonly lastName: string;
}

export function useRegister() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Registration) => call(authContract.register, { body }),
    onSuccess: (user) => queryClient.setQueryData(currentUserQuery.queryKey, user),
  });
}
