import type { Lead } from '@earshot/proto/http/lead';
import type { LeadRating, LeadStatus } from '@earshot/proto/values';
import { allStatuses, type LeadFilters } from './filters.ts';

interface Entry<V> {
  /** The value in the lists before the first of these changes. */
  readonly base: V;
  /** The value that the user set and sees. */
  readonly wanted: V;
  /** The last value that the server confirmed. */
  readonly taken: V;
  /** The number of changes that the server has not answered yet. */
  readonly open: number;
}

type PendingOf<V> = ReadonlyMap<string, Entry<V>>;
/** The statuses that the user has set and that earlier list requests may not contain yet, by lead. */
export type Pending = PendingOf<LeadStatus>;
/** The same for ratings. */
export type PendingRatings = PendingOf<LeadRating | null>;

/**
 * Keeps the user's value of each lead over the lists, so that an answer that was already under way does not revert it. A failed
 * change falls back to the last value that the server confirmed, unless another change is pending.
 * See docs/decisions/0060-local-changes-win-until-confirmed.md.
 */
export interface Ledger<V> {
  readonly pending: () => PendingOf<V>;
  readonly request: (id: string, from: V, to: V) => void;
  readonly taken: (id: string, value: V) => void;
  /** The change is finished: all its steps are confirmed, or it failed. */
  readonly settle: (id: string) => void;
  /** Drops the entries that were settled before the lists were refetched: the lists contain these changes now. */
  readonly forget: (ids: readonly string[]) => void;
  readonly settled: () => readonly string[];
  readonly subscribe: (listener: () => void) => () => void;
}

export type StatusLedger = Ledger<LeadStatus>;
export type RatingLedger = Ledger<LeadRating | null>;

export function createLedger<V>(): Ledger<V> {
  let pending: PendingOf<V> = new Map();
  const listeners = new Set<() => void>();
  const set = (next: PendingOf<V>) => {
    pending = next;
    for (const listener of listeners) listener();
  };
  const put = (id: string, entry: Entry<V>) => set(new Map(pending).set(id, entry));
  const change = (id: string, how: (entry: Entry<V>) => Entry<V>) => {
    const entry = pending.get(id);
    if (entry) put(id, how(entry));
  };
  return {
    pending: () => pending,
    request: (id, from, to) => {
      const before = pending.get(id) ?? { base: from, taken: from, open: 0 };
      put(id, { ...before, wanted: to, open: before.open + 1 });
    },
    taken: (id, value) => change(id, (entry) => ({ ...entry, taken: value })),
    settle: (id) =>
      change(id, (entry) => {
        const open = entry.open - 1;
        return { ...entry, open, wanted: open === 0 ? entry.taken : entry.wanted };
      }),
    forget: (ids) => {
      const gone = ids.filter((id) => pending.get(id)?.open === 0);
      if (gone.length > 0) set(new Map([...pending].filter(([id]) => !gone.includes(id))));
    },
    settled: () => [...pending].filter(([, { open }]) => open === 0).map(([id]) => id),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the lead with the status that the user set. */
export function asWanted(lead: Lead, pending: Pending): Lead {
  const status = pending.get(lead.id)?.wanted ?? lead.status;
  return status === lead.status ? lead : { ...lead, status };
}

/** Returns the lead with the rating that the user set. */
export function asRated(lead: Lead, pending: PendingRatings): Lead {
  const entry = pending.get(lead.id);
  return !entry || entry.wanted === lead.rating ? lead : { ...lead, rating: entry.wanted };
}

/** The status that the user set. A thumb down skips a new lead, which is sent when the server has taken the thumb. */
export function statusOf(lead: Lead, pending: Pending, ratings: PendingRatings): LeadStatus {
  const { status } = asWanted(lead, pending);
  const thumb = ratings.get(lead.id);
  return status === 'new' && thumb?.wanted === 'down' && thumb.base !== 'down' ? 'skipped' : status;
}

/** How much the pending changes change the number of leads that match a status filter. */
export function totalShift(pending: Pending, filter: LeadFilters['status']): number {
  if (filter === allStatuses) return 0;
  let shift = 0;
  for (const { base, wanted } of pending.values()) shift += Number(wanted === filter) - Number(base === filter);
  return shift;
}
