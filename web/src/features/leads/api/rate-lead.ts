import { type Lead, leadContract } from '@earshot/proto/http/lead';
import type { LeadRating } from '@earshot/proto/values';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../../lib/api-client.ts';
import { isSignedOut } from '../../../lib/api-error.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { createLedger, type RatingLedger } from '../status-ledger.ts';
import { texts } from '../texts.ts';
import { useChangeLeadStatus } from './change-lead-status.ts';
import { leadQuery } from './get-lead.ts';
import { patchLead } from './lead-cache.ts';
import { leadListsKey } from './list-leads.ts';

/** Pending ratings outlive the page that started them, and are dropped together with the query cache. */
const ledgers = new WeakMap<QueryClient, RatingLedger>();

function ledgerOf(queryClient: QueryClient): RatingLedger {
  const known = ledgers.get(queryClient);
  if (known) return known;
  const made = createLedger<LeadRating | null>();
  ledgers.set(queryClient, made);
  return made;
}

/** The ratings that the user has given and that the lists do not contain yet. */
export function useRatingLedger(): RatingLedger {
  return ledgerOf(useQueryClient());
}

/** Ratings of one lead run one after another. The server's answer updates every list that shows the lead. */
async function send(queryClient: QueryClient, ledger: RatingLedger, id: string, rating: LeadRating | null) {
  const mutation = queryClient.getMutationCache().build(queryClient, {
    scope: { id: `thumb of ${id}` },
    mutationFn: async () => {
      const lead = await call(leadContract.rateLead, { params: { id }, body: { rating } });
      queryClient.setQueryData(leadQuery(id).queryKey, lead);
      patchLead(queryClient, id, { rating: lead.rating });
      ledger.taken(id, lead.rating);
    },
  });
  await mutation.execute(undefined).finally(() => ledger.settle(id));
}

type RatedLead = Pick<Lead, 'id' | 'status' | 'rating'>;

/**
 * Rates a lead; giving the same rating again removes it. A thumb down also skips a new lead, and Undo takes back both. The
 * change is optimistic and rolled back if the server refuses it.
 */
export function useRateLead(): (lead: RatedLead, thumb: LeadRating) => void {
  const set = useSetRating();
  const toaster = useToaster();
  const { mutate } = useChangeLeadStatus();
  return useCallback(
    (lead, thumb) => {
      const { id, status, rating: from } = lead;
      const next = from === thumb ? null : thumb;
      const report = (undo?: () => void) => {
        const action = undo && { label: texts.undo, altText: texts.undoByKey, run: undo };
        const description = texts.ratedAs[next ?? 'none'];
        toaster.show({ kind: 'success', title: texts.rated, description, ...(action && { action }) });
      };
      const onUndo = () => set({ id, from: next, to: from }, () => undefined);
      set({ id, from, to: next }, () => {
        if (next !== 'down' || status !== 'new') return report();
        mutate({ lead, change: { status: 'skipped' } }, { report, onUndo });
      });
    },
    [set, toaster, mutate],
  );
}

interface RatingChange {
  readonly id: string;
  readonly from: LeadRating | null;
  readonly to: LeadRating | null;
}

/** Sets a rating, and reports only that the server refused it. */
function useSetRating(): (change: RatingChange, onTaken: () => void) => void {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  return useCallback(
    ({ id, from, to }, onTaken) => {
      const ledger = ledgerOf(queryClient);
      ledger.request(id, from, to);
      const failed = (error: unknown) => {
        if (!isSignedOut(error)) toaster.show({ kind: 'destructive', ...texts.rateFailed });
      };
      const refresh = async () => {
        const settled = ledger.settled();
        await queryClient.invalidateQueries({ queryKey: leadListsKey });
        ledger.forget(settled);
      };
      void send(queryClient, ledger, id, to).then(onTaken).catch(failed).then(refresh);
    },
    [queryClient, toaster],
  );
}
