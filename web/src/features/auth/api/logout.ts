import { gatewayContract } from '@earshot/proto/http/gateway';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

export const useLogout = () => useMutation({ mutationFn: () => call(gatewayContract.logout) });
