import type { Lead, StatusChange } from '@earshot/proto/http/lead';
import type { LeadRating } from '@earshot/proto/values';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useChangeLeadStatus, useStatusLedger } from './api/change-lead-status.ts';
import { leadQuery } from './api/get-lead.ts';
import { useRateLead, useRatingLedger } from './api/rate-lead.ts';
import { cardsIn } from './card-focus.ts';
import type { LeadFilters } from './filters.ts';
import { asRated, asWanted } from './status-ledger.ts';
import { canBecome } from './status-moves.ts';
import { useLeadKeys } from './use-lead-keys.ts';
import { type ShownLeads, useLeads } from './use-leads.ts';
import { type Marks, useMarks } from './use-marks.ts';
import { useReading } from './use-reading.ts';

interface LeadBoardOptions {
  readonly filters: LeadFilters;
  /** The lead that is shown above the list; empty for none. */
  readonly linkedId: string;
  readonly isScanning: boolean;
  /** Returns the details of a contact: the message that was written. */
  readonly contactOf: (lead: Lead) => StatusChange;
  readonly goTo: (page: number) => void;
}

/** The list and all actions on it, for buttons and keys. */
export interface LeadBoard {
  /** Ref of the element that contains the cards. */
  readonly root: RefObject<HTMLDivElement | null>;
  readonly shown: ShownLeads;
  readonly marks: Marks;
  readonly skip: (lead: Lead) => void;
  /** Rates a lead, or removes the same rating. */
  readonly rate: (lead: Lead, thumb: LeadRating) => void;
  readonly skipSelected: () => boolean;
  readonly showWaiting: () => void;
  readonly help: { readonly open: boolean; readonly set: (open: boolean) => void };
}

export function useLeadBoard({ filters, linkedId, isScanning, contactOf, goTo }: LeadBoardOptions): LeadBoard {
  const root = useRef<HTMLDivElement>(null);
  const marks = useMarks(`${JSON.stringify(filters)} ${linkedId}`);
  const [helping, setHelping] = useState(false);
  const hold = [useReading(root), marks.expanded.size > 0, marks.selected.size > 0].some(Boolean);
  // A skipped lead disappears even if it is expanded. An expanded lead that was contacted stays, because the user may still be writing.
  const isRead = ({ id, status }: Lead) => marks.expanded.has(id) && status !== 'skipped';
  const all = useLeads({ filters, isScanning, hold, isRead });
  const shown = { ...all, leads: all.leads && all.leads.filter(({ id }) => id !== linkedId) };
  useExpanded(linkedId, marks);
  const { skip, skipSelected, contact, undoLast } = useLeadActions(shown.leads ?? [], marks, contactOf);
  const rate = useRateLead();
  const showWaiting = () => {
    if (filters.page > 1) return goTo(1);
    flushSync(all.showWaiting);
    scrollTo({ top: 0 });
    if (root.current) cardsIn(root.current)[0]?.focus({ preventScroll: true });
  };
  const linked = useLinked(linkedId);
  const leadOf = (id: string) =>
    shown.leads?.find((lead) => lead.id === id) ?? (id === linkedId ? linked() : undefined);
  useLeadKeys({ root, leadOf, marks, skip, skipSelected, rate, contact, undo: undoLast, help: () => setHelping(true) });
  return { root, shown, marks, skip, rate, skipSelected, showWaiting, help: { open: helping, set: setHelping } };
}

/** Expands the linked lead, because the user opened the link to read it. */
function useExpanded(linkedId: string, { expand }: Marks) {
  useEffect(() => {
    if (linkedId !== '') expand(linkedId);
  }, [linkedId, expand]);
}

/** Returns the linked lead as it is displayed; undefined until it is loaded. */
function useLinked(id: string): () => Lead | undefined {
  const queryClient = useQueryClient();
  const ledger = useStatusLedger();
  const ratings = useRatingLedger();
  return () => {
    const lead = queryClient.getQueryData(leadQuery(id).queryKey);
    return lead && asRated(asWanted(lead, ledger.pending()), ratings.pending());
  };
}

function useLeadActions(leads: readonly Lead[], marks: Marks, contactOf: (lead: Lead) => StatusChange) {
  const { mutate, mutateAll, undoLast } = useChangeLeadStatus();
  const skip = useCallback((lead: Lead) => void mutate({ lead, change: { status: 'skipped' } }), [mutate]);
  const skipSelected = () => {
    const selected = leads.filter(({ id, status }) => marks.selected.has(id) && canBecome(status, 'skipped'));
    marks.clearSelection();
    return mutateAll(selected.map((lead) => ({ lead, change: { status: 'skipped' } })));
  };
  const contact = (lead: Lead) => {
    // From 'responded' this would be a step back.
    if (lead.status !== 'responded') mutate({ lead, change: contactOf(lead) });
  };
  return { skip, skipSelected, contact, undoLast };
}
