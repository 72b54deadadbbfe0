import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { linkedLead } from '../../config/paths.ts';
import { type LeadFilters, noFilters, readFilters, writeFilters } from '../../features/leads/filters.ts';

/** The state of the list in the address, and the functions that change it. */
export interface LeadAddress {
  readonly filters: LeadFilters;
  /** The open lead as the page shows it; empty for none. */
  readonly openId: string;
  /** Whether the address names this lead. A key may be pressed before the page shows what the address says. */
  readonly isOpen: (id: string) => boolean;
  readonly change: (part: Partial<LeadFilters>) => void;
  readonly clear: () => void;
  readonly goTo: (page: number) => void;
  /** Like `goTo`, but replaces the history entry, because the current page does not exist. */
  readonly correctPage: (page: number) => void;
  /** Opens another lead, or none for an empty id. Replaces the history entry, so that the way back leaves the page. */
  readonly open: (id: string) => void;
}

const openIdIn = (search: URLSearchParams) => search.get(linkedLead) ?? '';
const isOpen = (id: string) => openIdIn(new URLSearchParams(location.search)) === id;

/** Reads filters, page, sort order and the open lead from the address. Returns the same object while the address is the same. */
export function useLeadAddress(): LeadAddress {
  const [search, setSearch] = useSearchParams();
  return useMemo(() => {
    const filters = readFilters(search);
    const openId = openIdIn(search);
    const withLead = (wanted: LeadFilters, id: string) => {
      const written = writeFilters(wanted);
      if (id !== '') written.set(linkedLead, id);
      return written;
    };
    const set = (wanted: LeadFilters) => setSearch(writeFilters(wanted));
    return {
      filters,
      openId,
      isOpen,
      change: (part) => set({ ...filters, page: 1, ...part }),
      clear: () => set({ ...noFilters, sortBy: filters.sortBy }),
      goTo: (page) => set({ ...filters, page }),
      correctPage: (page) => setSearch(withLead({ ...filters, page }, openId), { replace: true }),
      open: (id) => setSearch(withLead(filters, id), { replace: true, preventScrollReset: true }),
    };
  }, [search, setSearch]);
}
