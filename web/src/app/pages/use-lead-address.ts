import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { linkedLead } from '../../config/paths.ts';
import { type LeadFilters, noFilters, readFilters, writeFilters } from '../../features/leads/filters.ts';

/** The state of the list in the address, and the functions that change it. */
export interface LeadAddress {
  readonly filters: LeadFilters;
  /** Empty if the address names no lead. */
  readonly linkedId: string;
  readonly change: (part: Partial<LeadFilters>) => void;
  readonly clear: () => void;
  readonly goTo: (page: number) => void;
  /** Like `goTo`, but replaces the history entry, because the current page does not exist. */
  readonly correctPage: (page: number) => void;
  readonly closeLinked: () => void;
}

/** Reads filters, page, sort order and the linked lead from the address. Returns the same object while the address is the same. */
export function useLeadAddress(): LeadAddress {
  const [search, setSearch] = useSearchParams();
  return useMemo(() => {
    const filters = readFilters(search);
    const linkedId = search.get(linkedLead) ?? '';
    const set = (wanted: LeadFilters) => setSearch(writeFilters(wanted));
    return {
      filters,
      linkedId,
      change: (part) => set({ ...filters, page: 1, ...part }),
      clear: () => set({ ...noFilters, sortBy: filters.sortBy }),
      goTo: (page) => set({ ...filters, page }),
      correctPage: (page) => {
        const corrected = writeFilters({ ...filters, page });
        if (linkedId !== '') corrected.set(linkedLead, linkedId);
        setSearch(corrected, { replace: true });
      },
      closeLinked: () => setSearch(writeFilters(filters), { replace: true, preventScrollReset: true }),
    };
  }, [search, setSearch]);
}
