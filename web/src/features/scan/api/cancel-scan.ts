import { scanContract } from '@earshot/proto/http/scan';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isSignedOut, messageOf } from '../../../lib/api-error.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { texts } from '../texts.ts';
import { latestScanQuery } from './latest-scan.ts';
import { scanStatusQuery } from './scan-status.ts';

export function useCancelScan() {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  return useMutation({
    mutationFn: (jobId: string) => call(scanContract.cancelScan, { params: { jobId } }),
    onSuccess: (job) => {
      queryClient.setQueryData(latestScanQuery.queryKey, job);
      queryClient.setQueryData(scanStatusQuery(job.id).queryKey, job);
      toaster.show({ kind: 'success', ...texts.cancelled });
    },
    onError: async (error) => {
      if (isSignedOut(error)) return;
      toaster.show({ kind: 'destructive', title: texts.cancelFailed, description: messageOf(error) });
      await queryClient.invalidateQueries({ queryKey: latestScanQuery.queryKey });
    },
  });
}
