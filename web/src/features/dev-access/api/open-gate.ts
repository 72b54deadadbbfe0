import { gatewayContract } from '@earshot/proto/http/gateway';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

export const useOpenGate = () =>
  useMutation({ mutationFn: (body: { readonly password: string }) => call(gatewayContract.devAuth, { body }) });
