import { authContract } from '@earshot/proto/http/auth';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

export const useForgotPassword = () =>
  useMutation({ mutationFn: (email: string) => call(authContract.forgotPassword, { body: { email } }) });

export const useResetPassword = () =>
  useMutation({
    mutationFn: (body: { readonly token: string; readonly password: string }) =>
      call(authContract.resetPassword, { body }),
  });

/** The request verifies the address; repeating it is harmless. */
export const verifyEmailQuery = (token: string) =>
  queryOptions({
    queryKey: [authContract.verifyEmail.path, token],
    queryFn: ({ signal }) => call(authContract.verifyEmail, { query: { token }, signal }),
  });

export const useUnsubscribe = () =>
  useMutation({ mutationFn: (token: string) => call(authContract.unsubscribe, { query: { token } }) });

export const useConfirmAddress = () =>
  useMutation({ mutationFn: (token: string) => call(authContract.confirmAddress, { body: { token } }) });
