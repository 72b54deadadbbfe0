import { type BulkChange, type BulkResult, leadContract, mostPerChange } from '@earshot/proto/http/lead';
import type { LeadStatus } from '@earshot/proto/values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isSignedOut } from '../../../lib/api-error.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { bulkTexts } from '../bulk-texts.ts';
import { type LeadFilters, listQuery } from '../filters.ts';
import { stepsBetween } from '../status-moves.ts';
import { useChangeLeadStatus } from './change-lead-status.ts';
import { patchLead } from './lead-cache.ts';
import { leadListsKey } from './list-leads.ts';

/** Leads as they were before a change. */
type Changed = BulkResult['changed'];

/** The leads of a bulk change. */
interface Target {
  readonly filters: LeadFilters;
  /** The ids of the leads, if not all that match the filters. */
  readonly ids?: readonly string[];
  /** The number of leads that the user has selected. The server changes those found since last, so they stay as they are. */
  readonly most: number;
}

interface Wanted {
  readonly target: Target;
  readonly change: BulkChange;
  /** Called after each step with the number of leads that are done. */
  readonly onStep: (done: number) => void;
}

/** The leads that were changed, and the error that ended it early; null if all are done. */
interface Outcome {
  readonly changed: Changed;
  readonly error: unknown;
}

/** Changes the leads step by step. A failed step ends it; the steps before keep their effect. */
async function changeAll({ target: { filters, ids, most }, change, onStep }: Wanted): Promise<Outcome> {
  const { sortBy: _, ...narrowing } = listQuery(filters);
  const matching = { ...narrowing, ...(ids && { ids: ids.join(',') }) };
  const changed: Changed = [];
  let after: string | undefined;
  for (let left = most; left > 0; left -= mostPerChange) {
    const query = { ...matching, limit: Math.min(left, mostPerChange), ...(after !== undefined && { after }) };
    try {
      const step = await call(leadContract.changeLeads, { query, body: change });
      changed.push(...step.changed);
      after = step.next;
    } catch (error) {
      return { changed, error };
    }
    onStep(Math.min(most, most - left + mostPerChange));
    if (after === undefined) break;
  }
  return { changed, error: null };
}

/** Changes the leads, and skips the new ones among those that a thumb down has changed. */
async function changeWhole(wanted: Wanted): Promise<Outcome> {
  const outcome = await changeAll(wanted);
  if (wanted.change.rating !== 'down') return outcome;
  const skipped = newOnes(outcome.changed);
  for (let at = 0; at < skipped.length; at += mostPerChange) {
    const query = { ids: idsOf(skipped.slice(at, at + mostPerChange)), status: 'new' as const };
    try {
      await call(leadContract.changeLeads, { query, body: { status: 'skipped' } });
    } catch (error) {
      return { ...outcome, error };
    }
  }
  return outcome;
}

const newOnes = (leads: Changed): Changed => leads.filter(({ status }) => status === 'new');

/** Gives leads the values that they had before a change, and returns how many have changed back. */
async function takeBack(changed: Changed, change: BulkChange): Promise<number> {
  if (change.rating === 'down') await takeBackOne(newOnes(changed), { status: 'skipped' });
  return takeBackOne(changed, change);
}

/** Gives leads the status or the rating that they had before. */
async function takeBackOne(changed: Changed, { status: from }: BulkChange): Promise<number> {
  const kinds = Map.groupBy(changed, ({ status, rating }) => (from === undefined ? rating : status));
  let done = 0;
  for (const leads of kinds.values()) {
    for (let at = 0; at < leads.length; at += mostPerChange) {
      const some = leads.slice(at, at + mostPerChange);
      done += await (from === undefined ? rateBack(some) : moveBack(some, from));
    }
  }
  return done;
}

const idsOf = (leads: Changed) => leads.map(({ id }) => id).join(',');

/** For leads that had the same rating. */
async function rateBack(leads: Changed): Promise<number> {
  const body = { rating: leads[0]?.rating ?? null };
  return (await call(leadContract.changeLeads, { query: { ids: idsOf(leads) }, body })).changed.length;
}

/** For leads that had the same status. Leads that were changed again meanwhile stay as they are. */
async function moveBack(leads: Changed, from: LeadStatus): Promise<number> {
  let [at, left] = [from, leads];
  for (const status of stepsBetween(from, leads[0]?.status ?? from)) {
    // No change of many leads moves an answered one, so none goes back to it.
    if (status === 'responded' || left.length === 0) return 0;
    const query = { ids: idsOf(left), status: at };
    left = (await call(leadContract.changeLeads, { query, body: { status } })).changed;
    at = status;
  }
  return left.length;
}

/** Changes many leads, reports the result once, and offers to undo it. */
export function useChangeLeads() {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  const { add } = useChangeLeadStatus();
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: leadListsKey });
    void queryClient.invalidateQueries({ queryKey: [leadContract.getLead.path] });
  };
  const undo = (changed: Changed, change: BulkChange) => async () => {
    const title = change.status === undefined ? bulkTexts.rated : bulkTexts.statusUpdated;
    try {
      const done = await takeBack(changed, change);
      toaster.show({ kind: 'success', title, description: bulkTexts.undone(done) });
    } catch (error) {
      if (!isSignedOut(error)) toaster.show({ kind: 'destructive', ...bulkTexts.undoFailed });
    }
    refresh();
  };
  return useMutation({
    mutationFn: changeWhole,
    onSuccess: ({ changed, error }, { change, target: { most } }) => {
      const { status, rating } = change;
      for (const { id } of changed) {
        patchLead(queryClient, id, { ...(status && { status }), ...(rating !== undefined && { rating }) });
      }
      if (rating === 'down') for (const { id } of newOnes(changed)) patchLead(queryClient, id, { status: 'skipped' });
      refresh();
      if (isSignedOut(error)) return;
      const back = () => void undo(changed, change)();
      // The key z undoes changes of status only, which a thumb down is too.
      const run = (status === undefined && rating !== 'down') || changed.length === 0 ? back : add(back);
      toaster.show({
        ...(error === null
          ? { kind: 'success', ...bulkTexts.of(change, most).done(changed.length) }
          : { kind: 'destructive', ...bulkTexts.failed(changed.length, most) }),
        ...(changed.length > 0 && { action: { label: bulkTexts.undo, altText: bulkTexts.undoByKey, run } }),
      });
    },
  });
}
