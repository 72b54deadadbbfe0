import { authContract } from '@earshot/proto/http/auth';
import { confirmContract } from '@earshot/proto/http/auth-confirm';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { callQuery } from '../../../lib/call-query.ts';

export const useForgotPassword = () =>
  useMutation({ mutationFn: (email: string) => call(authContract.forgotPassword, { body: { email } }) });

export const useResetPassword = () =>
  useMutation({
    mutationFn: (body: { readonly token: string; readonly password: string }) =>
      call(authContract.resetPassword, { body }),
  });

/** The request verifies the address; repeating it is harmless. */
export const verifyEmailQuery = (token: string) =>
  callQuery(authContract.verifyEmail, { input: { query: { token } }, key: [token] });

export const useUnsubscribe = () =>
  useMutation({ mutationFn: (token: string) => call(authContract.unsubscribe, { query: { token } }) });

export const useConfirmAddress = () =>
  useMutation({ mutationFn: (token: string) => call(confirmContract.confirmAddress, { body: { token } }) });

/** Becoming an administrator changes what the user may see, so everything known is fetched again. */
export function useBecomeFirstAdmin() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => call(authContract.becomeFirstAdmin, { body: { token } }),
    onSuccess: () => queries.invalidateQueries(),
  });
}
