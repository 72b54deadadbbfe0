import { authContract } from '@earshot/proto/http/auth';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import type { PasswordChange } from '../check-password.ts';
import { sessionsQuery } from './list-sessions.ts';

/** The server also ends the user's other sessions. */
export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ currentPassword, newPassword }: PasswordChange) =>
      call(authContract.changePassword, { body: { currentPassword, newPassword } }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
