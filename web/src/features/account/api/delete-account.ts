import { authContract } from '@earshot/proto/http/auth';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { confirmed } from '../../../lib/confirmed.ts';

export const useDeleteAccount = () => useMutation({ mutationFn: () => confirmed(() => call(authContract.deleteUser)) });
