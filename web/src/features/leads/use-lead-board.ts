import type { BulkChange, Lead, StatusChange } from '@earshot/proto/http/lead';
import type { LeadRating } from '@earshot/proto/values';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useChangeLeadStatus, useStatusLedger } from './api/change-lead-status.ts';
import { leadQuery } from './api/get-lead.ts';
import { useRateLead, useRatingLedger } from './api/rate-lead.ts';
import { cardsIn } from './card-focus.ts';
import type { LeadFilters } from './filters.ts';
import { asRated, asWanted } from './status-ledger.ts';
import { canBecomeWithOthers } from './status-moves.ts';
import { useLeadKeys } from './use-lead-keys.ts';
import { type ShownLeads, useLeads } from './use-leads.ts';
import { type Marks, useMarks } from './use-marks.ts';
import { useReading } from './use-reading.ts';

interface LeadBoardOptions {
  readonly filters: LeadFilters;
  /** The open lead; empty for none. */
  readonly openId: string;
  /** Whether the address names this lead. */
  readonly isOpen: (id: string) => boolean;
  readonly open: (id: string) => void;
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
  /** The open lead if no page of this list has shown it: it stands above the list. Empty for none. */
  readonly linkedId: string;
  readonly skip: (lead: Lead) => void;
  /** Rates a lead, or removes the same rating. */
  readonly rate: (lead: Lead, thumb: LeadRating) => void;
  readonly bulk: Bulk;
  readonly showWaiting: () => void;
  readonly help: { readonly open: boolean; readonly set: (open: boolean) => void };
}

/** Changes for all selected leads. */
export interface Bulk {
  /** Changes the selected leads of this page. Undo takes it back. */
  readonly change: (status: 'contacted' | 'skipped') => boolean;
  /** The change of all leads that match, which the user has to confirm; null for none. */
  readonly asked: BulkChange | null;
  readonly ask: (change: BulkChange | null) => void;
}

export function useLeadBoard({
  filters,
  openId,
  isOpen,
  open,
  isScanning,
  contactOf,
  goTo,
}: LeadBoardOptions): LeadBoard {
  const root = useRef<HTMLDivElement>(null);
  const key = JSON.stringify(filters);
  const marks = useMarks({ key, openId, isOpen, open });
  const [helping, setHelping] = useState(false);
  const hold = [useReading(root), openId !== '', marks.selected.size > 0].some(Boolean);
  // A skipped lead disappears even if it is expanded. An expanded lead that was contacted stays, because the user may still be writing.
  const isRead = ({ id, status }: Lead) => id === openId && status !== 'skipped';
  const shown = useLeads({ filters, isScanning, hold, isRead });
  const linkedId = useLinkedId(openId, shown);
  const { skip, changeSelected, contact, undoLast } = useLeadActions(shown.leads ?? [], marks, contactOf);
  const rate = useRateLead();
  const { asked, ask } = useQuestion(marks);
  const skipSelected = () => (marks.matching > 0 ? ask({ status: 'skipped' }) : changeSelected('skipped'));
  const showWaiting = () => {
    if (filters.page > 1) return goTo(1);
    flushSync(shown.showWaiting);
    scrollTo({ top: 0 });
    if (root.current) cardsIn(root.current)[0]?.focus({ preventScroll: true });
  };
  const linked = useLinked(linkedId);
  const leadOf = (id: string) =>
    shown.leads?.find((lead) => lead.id === id) ?? (id === linkedId ? linked() : undefined);
  useLeadKeys({ root, leadOf, marks, skip, skipSelected, rate, contact, undo: undoLast, help: () => setHelping(true) });
  return {
    root,
    shown,
    marks,
    linkedId,
    skip,
    rate,
    bulk: { change: changeSelected, asked, ask },
    showWaiting,
    help: { open: helping, set: setHelping },
  };
}

/** The question about the selected leads. Another selection drops it. */
function useQuestion({ selected }: Marks) {
  const [question, setQuestion] = useState<{ of: ReadonlySet<string>; change: BulkChange } | null>(null);
  return {
    asked: question?.of === selected ? question.change : null,
    ask: (change: BulkChange | null) => setQuestion(change && { of: selected, change }),
  };
}

/**
 * The open lead if the list has not shown it. A lead that leaves the list while it is open, because it was skipped for
 * example, does not come back above it.
 */
function useLinkedId(openId: string, { leads, isStandIn, error }: ShownLeads): string {
  const [listedId, setListedId] = useState('');
  const isListed = leads?.some(({ id }) => id === openId) === true;
  if (isListed && listedId !== openId) setListedId(openId);
  const isKnown = (leads !== null && !isStandIn) || error !== null;
  return isKnown && !isListed && listedId !== openId ? openId : '';
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
  const changeSelected = (status: 'contacted' | 'skipped') => {
    const selected = leads.filter((lead) => marks.selected.has(lead.id) && canBecomeWithOthers(lead.status, status));
    marks.clearSelection();
    return mutateAll(selected.map((lead) => ({ lead, change: status === 'contacted' ? contactOf(lead) : { status } })));
  };
  const contact = (lead: Lead) => {
    // From 'responded' this would be a step back.
    if (lead.status !== 'responded') mutate({ lead, change: contactOf(lead) });
  };
  return { skip, changeSelected, contact, undoLast };
}
