import type { BulkChange, Lead, StatusChange } from '@earshot/proto/http/lead';
import type { LeadRating, LeadStatus } from '@earshot/proto/values';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useChangeLeadStatus, useStatusLedger } from './api/change-lead-status.ts';
import { leadQuery } from './api/get-lead.ts';
import { useRateLead, useRatingLedger } from './api/rate-lead.ts';
import { cardsIn } from './card-focus.ts';
import { allStatuses, type LeadFilters } from './filters.ts';
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
  /** Opens the next lead if an open one leaves the list with its new status. */
  readonly leave: (lead: Lead, status: LeadStatus) => void;
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
  readonly unconfirmed: BulkChange | null;
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
  // An open lead that was contacted elsewhere stays, because the user may be writing. The user's own change opens the next one.
  const isRead = ({ id, status }: Lead) => id === openId && status !== 'skipped';
  const shown = useLeads({ filters, isScanning, hold, isRead });
  const linkedId = useLinkedId(openId, shown);
  const leave = useLeaving({ filters, leads: shown.leads ?? [], isOpen, open });
  const { skip, rate, changeSelected, contact, undoLast } = useLeadActions({
    leads: shown.leads ?? [],
    marks,
    contactOf,
    leave,
  });
  const { unconfirmed, ask } = useQuestion(marks);
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
    leave,
    rate,
    bulk: { change: changeSelected, unconfirmed, ask },
    showWaiting,
    help: { open: helping, set: setHelping },
  };
}

/** The question about the selected leads. Another selection drops it. */
function useQuestion({ selected }: Marks) {
  const [question, setQuestion] = useState<{ of: ReadonlySet<string>; change: BulkChange } | null>(null);
  return {
    unconfirmed: question?.of === selected ? question.change : null,
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

type Leaving = Pick<LeadBoardOptions, 'filters' | 'isOpen' | 'open'> & { readonly leads: readonly Lead[] };

/** Opens the lead below an open one that leaves the list, or else the one above it. */
function useLeaving(now: Leaving): LeadBoard['leave'] {
  const current = useRef(now);
  useEffect(() => {
    current.current = now;
  });
  return useCallback(({ id, status: before }, status) => {
    const { filters, leads, isOpen, open } = current.current;
    if (!isOpen(id) || filters.status === allStatuses || status === filters.status) return;
    const at = leads.findIndex((lead) => lead.id === id);
    // A linked lead that the list would not show anyway stays open.
    if (at < 0 && before !== filters.status) return;
    const next = leads[at + 1] ?? leads[at - 1];
    open(next?.id ?? '');
  }, []);
}

interface LeadActionsOptions extends Pick<LeadBoardOptions, 'contactOf'>, Pick<LeadBoard, 'marks' | 'leave'> {
  readonly leads: readonly Lead[];
}

function useLeadActions({ leads, marks, contactOf, leave }: LeadActionsOptions) {
  const { mutate, mutateAll, undoLast } = useChangeLeadStatus();
  const rateLead = useRateLead();
  const change = useCallback(
    (lead: Lead, wanted: StatusChange) => {
      if (mutate({ lead, change: wanted })) leave(lead, wanted.status);
    },
    [mutate, leave],
  );
  const skip = useCallback((lead: Lead) => change(lead, { status: 'skipped' }), [change]);
  const rate = useCallback(
    (lead: Lead, thumb: LeadRating) => {
      rateLead(lead, thumb);
      if (thumb === 'down' && lead.rating !== 'down' && lead.status === 'new') leave(lead, 'skipped');
    },
    [rateLead, leave],
  );
  const changeSelected = (status: 'contacted' | 'skipped') => {
    const selected = leads.filter((lead) => marks.selected.has(lead.id) && canBecomeWithOthers(lead.status, status));
    marks.clearSelection();
    return mutateAll(selected.map((lead) => ({ lead, change: status === 'contacted' ? contactOf(lead) : { status } })));
  };
  const contact = (lead: Lead) => {
    // From 'responded' this would be a step back.
    if (lead.status !== 'responded') change(lead, contactOf(lead));
  };
  return { skip, rate, changeSelected, contact, undoLast };
}
