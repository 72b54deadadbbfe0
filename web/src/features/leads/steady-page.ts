import type { Lead, LeadList } from '@earshot/proto/http/lead';
import { leadsPageSize } from '@earshot/proto/values';

/**
 * A page of leads that does not move while it is read, even if the server has newer data.
 * See docs/decisions/0061-lists-do-not-move-while-read.md.
 */
export interface SteadyPage {
  /** Identifies the list and the page. */
  readonly key: string;
  /** The last answer that was applied. */
  readonly source: LeadList;
  /**
   * In display order. Includes leads that no longer match the filter, at the position to which Undo would return them.
   * Those that the answer does not contain are as they were when it last did.
   */
  readonly leads: readonly Lead[];
  /** All leads of the list except the waiting ones. */
  readonly total: number;
  /** The number of new leads that are not shown yet. */
  readonly waiting: number;
  /** None of the shown leads is on this page any more, so there may be more new leads than counted. */
  readonly mayBeMore: boolean;
}

export interface Reading {
  /** Identifies the list and the page. */
  readonly key: string;
  readonly page: number;
  /** Whether the user is reading or working on the list, so that nothing may move. */
  readonly hold: boolean;
  /** Whether a lead with the user's status matches the filter. */
  readonly fits: (lead: Lead) => boolean;
  /** Whether the user has changed the lead and the lists may not contain the change yet. */
  readonly isPending: (lead: Lead) => boolean;
}

/** Shows an answer in the server's order. */
export function asAnswered(key: string, source: LeadList): SteadyPage {
  return { key, source, leads: source.leads, total: source.total, waiting: 0, mayBeMore: false };
}

/**
 * Returns the next state of the page. While it is held, shown leads keep their order and are updated in place, free space at the
 * end is filled, and new leads wait. Returns the same object if nothing has changed.
 */
export function steadyPage(before: SteadyPage | null, source: LeadList, reading: Reading): SteadyPage {
  const { key, hold, fits } = reading;
  if (before?.key !== key) return asAnswered(key, source);
  const isRead = hold && before.leads.some(fits);
  if (before.source === source && (isRead || before.waiting === 0)) return before;
  return isRead ? held(before, source, reading) : released(before, source, reading);
}

function held(before: SteadyPage, source: LeadList, reading: Reading): SteadyPage {
  const { key, page, fits } = reading;
  const answered = new Map(source.leads.map((lead) => [lead.id, lead]));
  const shown = new Set(before.leads.map(({ id }) => id));
  const leads = before.leads.map((lead) => answered.get(lead.id) ?? lead);
  const lastShown = source.leads.findLastIndex(({ id }) => shown.has(id));
  const room = Math.max(0, leadsPageSize - leads.filter(fits).length);
  const refill = lastShown < 0 ? [] : source.leads.slice(lastShown + 1).slice(0, room);
  const fresh = source.leads.slice(0, lastShown < 0 ? undefined : lastShown).filter(({ id }) => !shown.has(id)).length;
  // New leads on a later page have moved down from the page before, so only the total shows how many are new.
  const waiting = page === 1 ? fresh : Math.max(0, source.total - before.total);
  return {
    key,
    source,
    leads: [...leads, ...refill],
    total: source.total - waiting,
    waiting,
    mayBeMore: page === 1 && lastShown < 0 && fresh > 0,
  };
}

/** The answer, with the leads that no longer match the filter at their old positions, so that Undo returns them there. */
function released(before: SteadyPage, source: LeadList, reading: Reading): SteadyPage {
  const { key, fits, isPending } = reading;
  const answered = new Set(source.leads.map(({ id }) => id));
  const leads = [...source.leads];
  let at = 0;
  for (const lead of before.leads) {
    if (answered.has(lead.id)) at = leads.findIndex(({ id }) => id === lead.id) + 1;
    else if (!fits(lead) || isPending(lead)) leads.splice(at++, 0, lead);
  }
  return { ...asAnswered(key, source), leads };
}
