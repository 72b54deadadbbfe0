import type { Lead } from '@earshot/proto/http/lead';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useReducer, useState, useSyncExternalStore } from 'react';
import { useStatusLedger } from './api/change-lead-status.ts';
import { leadQuery, watchLeads } from './api/get-lead.ts';
import { leadsQuery } from './api/list-leads.ts';
import { useRatingLedger } from './api/rate-lead.ts';
import { allStatuses, type LeadFilters } from './filters.ts';
import { asRated, asWanted, type Pending, statusOf, totalShift } from './status-ledger.ts';
import { asAnswered, type SteadyPage, steadyPage } from './steady-page.ts';

/** The leads of a page as they are displayed. */
export interface ShownLeads {
  /** Null before the first answer. */
  readonly leads: readonly Lead[] | null;
  readonly total: number | undefined;
  readonly pages: number;
  /** The number of new leads that are not shown yet. */
  readonly waiting: number;
  readonly mayBeMore: boolean;
  readonly showWaiting: () => void;
  /** The shown leads belong to another page or filter, while the requested ones load. */
  readonly isStandIn: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

interface LeadsOptions {
  readonly filters: LeadFilters;
  readonly isScanning: boolean;
  readonly hold: boolean;
  /** Whether the user is reading a lead, so that it stays even if it no longer matches the filter. */
  readonly isRead: (lead: Lead) => boolean;
}

/** The list that the address describes. It does not move while it is read, and the user's changes override the server's values. */
export function useLeads({ filters, isScanning, hold, isRead }: LeadsOptions): ShownLeads {
  const ledger = useStatusLedger();
  const pending = useSyncExternalStore(ledger.subscribe, ledger.pending);
  const ratingLedger = useRatingLedger();
  const ratings = useSyncExternalStore(ratingLedger.subscribe, ratingLedger.pending);
  const result = useQuery(leadsQuery(filters, isScanning));
  const current = useCurrent(result.data);
  const { status } = filters;
  // Placeholder leads come from another filter, so they are all shown.
  const fits = (lead: Lead) =>
    status === allStatuses || result.isPlaceholderData || statusOf(current(lead), pending, ratings) === status;
  const [page, setPage] = useSteadyPage(result, { filters, hold, fits, pending });
  const shown = page?.leads
    .map((lead) => asRated(asWanted(current(lead), pending), ratings))
    .filter((lead) => fits(lead) || isRead(lead));
  return {
    leads: shown ?? null,
    total: page ? page.total + totalShift(pending, status) : undefined,
    pages: result.data?.totalPages ?? 0,
    waiting: page?.waiting ?? 0,
    mayBeMore: page?.mayBeMore ?? false,
    showWaiting: () => page && setPage(asAnswered(page.key, page.source)),
    isStandIn: result.isPlaceholderData,
    error: result.error,
    retry: () => void result.refetch(),
  };
}

/** Returns leads as last known. A list says nothing about a lead that it no longer contains; the lead's own query does. */
function useCurrent(list: SteadyPage['source'] | undefined): (lead: Lead) => Lead {
  const queryClient = useQueryClient();
  const [, renderAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => watchLeads(queryClient, renderAgain), [queryClient]);
  const listed = new Set(list?.leads.map(({ id }) => id));
  return (lead) => (listed.has(lead.id) ? lead : (queryClient.getQueryData(leadQuery(lead.id).queryKey) ?? lead));
}

interface Steadying {
  readonly filters: LeadFilters;
  readonly hold: boolean;
  readonly fits: (lead: Lead) => boolean;
  readonly pending: Pending;
}

function useSteadyPage(
  { data, isPlaceholderData, error }: UseQueryResult<SteadyPage['source']>,
  { filters, hold, fits, pending }: Steadying,
) {
  const [page, setPage] = useState<SteadyPage | null>(null);
  const key = JSON.stringify(filters);
  const isPending = ({ id }: Lead) => pending.has(id);
  const reading = { key, page: filters.page, hold, fits, isPending };
  const next = !data ? (error ? null : page) : isPlaceholderData ? page : steadyPage(page, data, reading);
  if (next !== page) setPage(next);
  return [next, setPage] as const;
}
