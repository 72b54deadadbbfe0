import { authContract } from '@earshot/proto/http/auth';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** Mails a link by which a password can be set, also where there was none. */
export const useMailPasswordLink = () =>
  useMutation({ mutationFn: (email: string) => call(authContract.forgotPassword, { body: { email } }) });
