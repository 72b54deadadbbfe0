import { leadContract, type StatusChange } from '@earshot/proto/http/lead';
import type { LeadStatus } from '@earshot/proto/values';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../lib/api-client.ts';
import { isSignedOut } from '../../../lib/api-error.ts';
import type { Toaster } from '../../../lib/toaster.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { createStatusChanges, type RequestedChange, type StatusChanges, type WholeChange } from '../status-changes.ts';
import { createLedger, type StatusLedger } from '../status-ledger.ts';
import { texts } from '../texts.ts';
import { leadQuery } from './get-lead.ts';
import { patchLead } from './lead-cache.ts';
import { leadListsKey } from './list-leads.ts';

interface Kept {
  readonly ledger: StatusLedger;
  readonly changes: StatusChanges;
}

/** Pending changes outlive the page that started them, and are dropped together with the query cache. */
const ledgers = new WeakMap<QueryClient, Kept>();

function keptOf(queryClient: QueryClient, toaster: Toaster): Kept {
  const known = ledgers.get(queryClient);
  if (known) return known;
  const ledger = createLedger<LeadStatus>();
  const changes = createStatusChanges({
    ledger,
    send: (id, wanted) => send(queryClient, ledger, id, wanted),
    refresh: () => queryClient.invalidateQueries({ queryKey: leadListsKey }),
    notify: {
      changed: (steps, undo) => {
        const description = texts.statusesNow(steps.length, steps[0]?.to ?? 'new');
        const action = undo && { label: texts.undo, altText: texts.undoByKey, run: undo };
        toaster.show({ kind: 'success', title: texts.statusUpdated, description, ...(action && { action }) });
      },
      failed: (error) => {
        if (!isSignedOut(error)) toaster.show({ kind: 'destructive', ...texts.updateFailed });
      },
    },
  });
  const made = { ledger, changes };
  ledgers.set(queryClient, made);
  return made;
}

/** Changes of one lead run one after another. The server's answer updates every list that shows the lead. */
async function send(queryClient: QueryClient, ledger: StatusLedger, id: string, wanted: readonly StatusChange[]) {
  const mutation = queryClient.getMutationCache().build(queryClient, {
    scope: { id: `status of ${id}` },
    mutationFn: async () => {
      for (const body of wanted) {
        const lead = await call(leadContract.changeLeadStatus, { params: { id }, body });
        queryClient.setQueryData(leadQuery(id).queryKey, lead);
        patchLead(queryClient, id, { status: lead.status });
        ledger.taken(id, lead.status);
      }
    },
  });
  await mutation.execute(undefined);
}

/** The statuses that the user has set and that the lists do not contain yet. */
export function useStatusLedger(): StatusLedger {
  return keptOf(useQueryClient(), useToaster()).ledger;
}

/** Changes statuses optimistically: a refused change is rolled back, and each change can be undone. */
export function useChangeLeadStatus() {
  const { changes } = keptOf(useQueryClient(), useToaster());
  return useMemo(
    () => ({
      mutate: (request: RequestedChange, whole?: WholeChange) => changes.change([request], whole),
      mutateAll: (requests: readonly RequestedChange[]) => changes.change(requests),
      add: changes.add,
      forget: changes.forget,
      undoLast: changes.undoLast,
    }),
    [changes],
  );
}
