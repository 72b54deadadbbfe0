import type { Lead } from '@earshot/proto/http/lead';
import type { LeadStatus } from '@earshot/proto/values';

interface Entry {
  /** What the lists said when the first of these changes was wished for. */
  readonly base: LeadStatus;
  /** What the user wants, and sees. */
  readonly wanted: LeadStatus;
  /** What the server has taken so far. */
  readonly taken: LeadStatus;
  /** Changes that the server has not answered yet. */
  readonly open: number;
}

/** The statuses that the user has set and that lists asked for earlier cannot know yet, by lead. */
export type Pending = ReadonlyMap<string, Entry>;

/**
 * Keeps what the user wants of each lead over whatever the lists say, so that an answer that was on its way changes
 * nothing back. A change that fails falls back to what the server took last, unless another one follows it.
 */
export interface StatusLedger {
  readonly pending: () => Pending;
  readonly wish: (id: string, from: LeadStatus, to: LeadStatus) => void;
  readonly taken: (id: string, status: LeadStatus) => void;
  /** The wish is through: all its steps are taken, or it failed. */
  readonly settle: (id: string) => void;
  /** The lists know now what was settled before they were asked. */
  readonly forget: (ids: readonly string[]) => void;
  readonly settled: () => readonly string[];
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStatusLedger(): StatusLedger {
  let pending: Pending = new Map();
  const listeners = new Set<() => void>();
  const set = (next: Pending) => {
    pending = next;
    for (const listener of listeners) listener();
  };
  const put = (id: string, entry: Entry) => set(new Map(pending).set(id, entry));
  const change = (id: string, how: (entry: Entry) => Entry) => {
    const entry = pending.get(id);
    if (entry) put(id, how(entry));
  };
  return {
    pending: () => pending,
    wish: (id, from, to) => {
      const before = pending.get(id) ?? { base: from, taken: from, open: 0 };
      put(id, { ...before, wanted: to, open: before.open + 1 });
    },
    taken: (id, status) => change(id, (entry) => ({ ...entry, taken: status })),
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

/** By how much the pending changes move the number of leads that a filter by status lets through. */
export function totalShift(pending: Pending, filter: LeadStatus | ''): number {
  if (filter === '') return 0;
  let shift = 0;
  for (const { base, wanted } of pending.values()) shift += Number(wanted === filter) - Number(base === filter);
  return shift;
}
