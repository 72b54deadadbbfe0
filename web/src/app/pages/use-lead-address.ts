import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { linkedLead } from '../../config/paths.ts';
import { type LeadFilters, noFilters, readFilters, writeFilters } from '../../features/leads/filters.ts';

/** What the address says of the list, and what changes the address. */
export interface LeadAddress {
  readonly filters: LeadFilters;
  /** Empty when the address names no lead. */
  readonly linkedId: string;
  readonly change: (part: Partial<LeadFilters>) => void;
  readonly clear: () => void;
  readonly goTo: (page: number) => void;
  /** As `goTo`, in place of an address that no page answers to. */
  readonly correctPage: (page: number) => void;
  readonly closeLinked: () => void;
}

/** Filters, page, sort and the linked lead stand in the address; the same object while the address is the same. */
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
