import { leadContract } from '@earshot/proto/http/lead';
import { useMutation } from '@tanstack/react-query';
import { fetchFile } from '../../../lib/api-client.ts';
import { isSignedOut } from '../../../lib/api-error.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { type LeadFilters, listQuery } from '../filters.ts';
import { texts } from '../texts.ts';

const fileName = 'leads.csv';

/** Saves all leads that match the filters as a file. */
export function useExportLeads() {
  const toaster = useToaster();
  return useMutation({
    mutationFn: (filters: LeadFilters) => fetchFile(leadContract.exportLeads, { query: listQuery(filters) }),
    onSuccess: ({ bytes }) => {
      saveFile(bytes, fileName);
      toaster.show({ kind: 'success', ...texts.exported(fileName) });
    },
    onError: (error) => {
      if (!isSignedOut(error)) toaster.show({ kind: 'destructive', ...texts.exportFailed });
    },
  });
}
