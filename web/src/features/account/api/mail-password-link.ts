import { authContract } from '@earshot/proto/http/auth';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** Mails a link for setting a password, also to an account that has none. */
export const useMailPasswordLink = () =>
  useMutation({ mutationFn: (email: string) => call(authContract.forgotPassword, { body: { email } }) });
