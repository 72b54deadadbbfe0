import { gatewayContract } from '@earshot/proto/http/gateway';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { notifyTabsOfSignOut } from '../../../lib/session-marker.ts';

export const useLogout = () =>
  useMutation({ mutationFn: () => call(gatewayContract.logout), onSuccess: notifyTabsOfSignOut });
