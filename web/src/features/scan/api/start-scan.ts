import { scanContract } from '@earshot/proto/http/scan';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isSignedOut, messageOf } from '../../../lib/api-error.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { texts } from '../texts.ts';
import { latestScanQuery } from './latest-scan.ts';

/** Starts a scan, or joins the running one; the returned job becomes the latest one. */
export function useStartScan() {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  return useMutation({
    mutationFn: () => call(scanContract.startScan),
    onSuccess: async () => {
      toaster.show({ kind: 'success', ...texts.started });
      await queryClient.invalidateQueries({ queryKey: latestScanQuery.queryKey });
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      toaster.show({ kind: 'destructive', title: texts.failed, description: messageOf(error) });
    },
  });
}
