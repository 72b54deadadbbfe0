import type { Lead } from '@earshot/proto/http/lead';
import type { LeadRating, LeadStatus } from '@earshot/proto/values';

interface Entry<V> {
  /** What the lists said when the first of these changes was wished for. */
  readonly base: V;
  /** What the user wants, and sees. */
  readonly wanted: V;
  /** What the server has taken so far. */
  readonly taken: V;
  /** Changes that the server has not answered yet. */
  readonly open: number;
}

type PendingOf<V> = ReadonlyMap<string, Entry<V>>;
/** The statuses that the user has set and that lists asked for earlier cannot know yet, by lead. */
export type Pending = PendingOf<LeadStatus>;
/** The same of thumbs. */
export type PendingRatings = PendingOf<LeadRating | null>;

/**
 * Keeps what the user wants of each lead over whatever the lists say, so that an answer that was on its way changes
 * nothing back. A change that fails falls back to what the server took last, unless another one follows it.
 */
export interface Ledger<V> {
  readonly pending: () => PendingOf<V>;
  readonly wish: (id: string, from: V, to: V) => void;
  readonly taken: (id: string, value: V) => void;
  /** The wish is through: all its steps are taken, or it failed. */
  readonly settle: (id: string) => void;
  /** The lists know now what was settled before they were asked. */
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
    wish: (id, from, to) => {
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

/** The lead as the user wants it. */
export function asWanted(lead: Lead, pending: Pending): Lead {
  const status = pending.get(lead.id)?.wanted ?? lead.status;
  return status === lead.status ? lead : { ...lead, status };
}

/** The lead with the thumb that the user wants. */
export function asRated(lead: Lead, pending: PendingRatings): Lead {
  const entry = pending.get(lead.id);
  return !entry || entry.wanted === lead.rating ? lead : { ...lead, rating: entry.wanted };
}

/** By how much the pending changes move the number of leads that a filter by status lets through. */
export function totalShift(pending: Pending, filter: LeadStatus | ''): number {
  if (filter === '') return 0;
  let shift = 0;
  for (const { base, wanted } of pending.values()) shift += Number(wanted === filter) - Number(base === filter);
  return shift;
}
