import { authContract } from '@earshot/proto/http/auth';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

export const useSendVerification = () => useMutation({ mutationFn: () => call(authContract.sendVerification) });
