import { authContract } from '@earshot/proto/http/auth';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

export const useDeleteAccount = () => useMutation({ mutationFn: () => call(authContract.deleteUser) });
