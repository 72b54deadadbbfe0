import { authContract } from '@earshot/proto/http/auth';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { currentUserQuery } from './current-user.ts';

export function useFinishLogin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (password: string) => call(authContract.finishLoginWithPassword, { body: { password } }),
    onSuccess: (user) => queryClient.setQueryData(currentUserQuery.queryKey, user),
  });
}
