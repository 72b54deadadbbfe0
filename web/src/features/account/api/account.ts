import { authContract } from '@earshot/proto/http/auth';
import { confirmContract } from '@earshot/proto/http/auth-confirm';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, fetchFile } from '../../../lib/api-client.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { confirmed } from '../../../lib/confirmed.ts';
import type { PasswordChange } from '../check-password.ts';
import { sessionsQuery } from './sessions.ts';

/** Mails a link to the new address. */
export const useChangeAddress = () =>
  useMutation({
    mutationFn: (email: string) => confirmed(() => call(confirmContract.changeAddress, { body: { email } })),
  });

/** The server also ends the user's other sessions. */
export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ currentPassword, newPassword }: PasswordChange) =>
      call(authContract.changePassword, { body: { currentPassword, newPassword } }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

export const useDeleteAccount = () => useMutation({ mutationFn: () => confirmed(() => call(authContract.deleteUser)) });

export const useExportData = () =>
  useMutation({ mutationFn: () => confirmed(() => fetchFile(authContract.exportUser)) });

/** The identity provider of this installation, if there is one. */
export const providerQuery = callQuery(authContract.providers, { key: ['settings'] });

/** Resolves with the address of the provider's page. */
export const useLinkProvider = () =>
  useMutation({
    mutationFn: () => confirmed(() => call(confirmContract.linkProvider, { body: { return: location.pathname } })),
  });

/** Mails a link for setting a password, also to an account that has none. */
export const useMailPasswordLink = () =>
  useMutation({ mutationFn: (email: string) => call(authContract.forgotPassword, { body: { email } }) });

export const useSendVerification = () => useMutation({ mutationFn: () => call(authContract.sendVerification) });
