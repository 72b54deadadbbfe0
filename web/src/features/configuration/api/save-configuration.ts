import { leadContract } from '@earshot/proto/http/lead';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isSignedOut, messageOf } from '../../../lib/api-error.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import type { ConfigurationValues } from '../form-values.ts';
import { texts } from '../texts.ts';
import { configurationQuery } from './get-configuration.ts';

export function useSaveConfiguration() {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  return useMutation({
    mutationFn: (body: ConfigurationValues) => call(leadContract.saveConfiguration, { body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(configurationQuery.queryKey, saved);
      toaster.show({ kind: 'success', ...texts.saved });
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      toaster.show({ kind: 'destructive', title: texts.saveFailed, description: messageOf(error) });
    },
  });
}
