import { leadContract } from '@earshot/proto/http/lead';
import { useMutation } from '@tanstack/react-query';
import { fetchFile } from '../../../lib/api-client.ts';
import { isSignedOut } from '../../../lib/api-error.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { type LeadFilters, listQuery } from '../filters.ts';
import { texts } from '../texts.ts';

const fileName = 'leads.csv';

interface Wanted {
  readonly filters: LeadFilters;
  /** The ids of the leads, if not all that match. */
  readonly ids?: readonly string[];
}

/** Saves all leads that match the filters, or those with these ids among them, as a file. */
export function useExportLeads() {
  const toaster = useToaster();
  return useMutation({
    mutationFn: ({ filters, ids }: Wanted) =>
      fetchFile(leadContract.exportLeads, { query: { ...listQuery(filters), ...(ids && { ids: ids.join(',') }) } }),
    onSuccess: ({ bytes }) => {
      saveFile(bytes, fileName);
      toaster.show({ kind: 'success', ...texts.exported(fileName) });
    },
    onError: (error) => {
      if (!isSignedOut(error)) toaster.show({ kind: 'destructive', ...texts.exportFailed });
    },
  });
}
