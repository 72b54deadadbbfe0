import { type Lead, leadContract, type StatusChange } from '@earshot/proto/http/lead';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { texts } from '../texts.ts';
import { patchLeadStatus } from './lead-cache.ts';
import { leadListsKey } from './list-leads.ts';

interface Change {
  readonly lead: Lead;
  readonly change: StatusChange;
}

/** The status changes at once and goes back if the server refuses. */
export function useChangeLeadStatus() {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  return useMutation({
    mutationFn: ({ lead, change }: Change) =>
      call(leadContract.changeLeadStatus, { params: { id: lead.id }, body: change }),
    onMutate: async ({ lead, change }) => {
      await queryClient.cancelQueries({ queryKey: leadListsKey });
      patchLeadStatus(queryClient, lead.id, change.status);
    },
    onSuccess: (_, { change }) =>
      toaster.show({ kind: 'success', title: texts.statusUpdated, description: texts.statusNow[change.status] }),
    onError: (_, { lead }) => {
      patchLeadStatus(queryClient, lead.id, lead.status);
      toaster.show({ kind: 'destructive', ...texts.updateFailed });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: leadListsKey }),
  });
}
