import { useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { linkedLead } from '../../config/paths.ts';
import { type LeadFilters, noFilters, readFilters, writeFilters } from '../../features/leads/filters.ts';
import { type ItemState, listEntryOf } from '../../lib/list-entry.ts';

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
  /** Opens another lead, or none for an empty id. The way back closes an open lead before it leaves the page. */
  readonly open: (id: string) => void;
}

const openIdIn = (search: URLSearchParams) => search.get(linkedLead) ?? '';

/** Reads filters, page, sort order and the open lead from the address. Returns the same object while the address is the same. */
export function useLeadAddress(): LeadAddress {
  const [search, setSearch] = useSearchParams();
  const location = useLocation();
  const back = useWayBack();
  return useMemo(() => {
    const filters = readFilters(search);
    const openId = openIdIn(search);
    const list = listEntryOf(location);
    const state: ItemState | null = list === null ? null : { list };
    const withLead = (wanted: LeadFilters, id: string) => {
      const written = writeFilters(wanted);
      if (id !== '') written.set(linkedLead, id);
      return written;
    };
    const set = (wanted: LeadFilters) => setSearch(writeFilters(wanted));
    const isOpen = (id: string) => !back.isRunning() && openIdIn(new URLSearchParams(window.location.search)) === id;
    const replaceLead = (id: string) =>
      setSearch(withLead(filters, id), { replace: true, preventScrollReset: true, state });
    const open = (id: string) => {
      if (isOpen('') && id !== '') {
        const opened: ItemState = state ?? { list: location.key };
        setSearch(withLead(filters, id), { preventScrollReset: true, state: opened });
      } else if (id === '' && list !== null) back.run();
      else replaceLead(id);
    };
    return {
      filters,
      openId,
      isOpen,
      change: (part) => set({ ...filters, page: 1, ...part }),
      clear: () => set({ ...noFilters, sortBy: filters.sortBy }),
      goTo: (page) => set({ ...filters, page }),
      correctPage: (page) => setSearch(withLead({ ...filters, page }, openId), { replace: true, state }),
      open: (id) => back.after(() => open(id)),
    };
  }, [search, setSearch, location, back]);
}

/** The way back in the history, which takes a moment. What follows it waits. */
function useWayBack() {
  const navigate = useNavigate();
  return useMemo(() => {
    let running = false;
    return {
      isRunning: () => running,
      run: () => {
        running = true;
        addEventListener('popstate', () => (running = false), { once: true });
        void navigate(-1);
      },
      after: (work: () => void) => {
        if (running) addEventListener('popstate', work, { once: true });
        else work();
      },
    };
  }, [navigate]);
}
