import type { Lead, LeadList } from '@earshot/proto/http/lead';
import { leadsPageSize } from '@earshot/proto/values';

/** A page of leads as it is read: it moves when the reader wants, not when the server knows more. */
export interface SteadyPage {
  /** Which page of which list. */
  readonly key: string;
  /** The answer that was taken in last. */
  readonly source: LeadList;
  /** In the order in which they are shown; also those that have left the filter, at the place they would come back to. */
  readonly leads: readonly Lead[];
  /** All leads of the list but those that wait. */
  readonly total: number;
  /** How many new leads wait to be shown. */
  readonly waiting: number;
  /** Nothing of what is shown is on this page any more, so there may be more new leads than are counted. */
  readonly mayBeMore: boolean;
}

export interface Reading {
  /** Of the list and the page. */
  readonly key: string;
  readonly page: number;
  /** Whether somebody reads or works on the list, so that nothing may move. */
  readonly hold: boolean;
  /** Whether a lead is let through by the filter, as the user wants its status. */
  readonly fits: (lead: Lead) => boolean;
  /** Whether the lists cannot know yet what the user wants of a lead. */
  readonly isPending: (lead: Lead) => boolean;
  /** A lead as the server told it by itself, for those that the list has no more. */
  readonly latest: (id: string) => Lead | undefined;
}

/** Shows an answer as the server orders it. */
export function asAnswered(key: string, source: LeadList): SteadyPage {
  return { key, source, leads: source.leads, total: source.total, waiting: 0, mayBeMore: false };
}

/**
 * The next state of the page. While it is held, what is shown keeps its order and gets new facts in place, room at the
 * end is filled, and new leads wait. The same object when there is nothing new.
 */
export function steadyPage(before: SteadyPage | null, source: LeadList, reading: Reading): SteadyPage {
  const { key, hold, fits } = reading;
  if (before?.key !== key) return asAnswered(key, source);
  const isRead = hold && before.leads.some(fits);
  if (before.source === source && (isRead || before.waiting === 0)) return before;
  return isRead ? held(before, source, reading) : released(before, source, reading);
}

function held(before: SteadyPage, source: LeadList, reading: Reading): SteadyPage {
  const { key, page, fits, latest } = reading;
  const answered = new Map(source.leads.map((lead) => [lead.id, lead]));
  const shown = new Set(before.leads.map(({ id }) => id));
  const kept = before.leads.map((lead) => answered.get(lead.id) ?? latest(lead.id) ?? lead);
  const lastShown = source.leads.findLastIndex(({ id }) => shown.has(id));
  const room = Math.max(0, leadsPageSize - kept.filter(fits).length);
  const refill = lastShown < 0 ? [] : source.leads.slice(lastShown + 1).slice(0, room);
  const fresh = source.leads.slice(0, lastShown < 0 ? undefined : lastShown).filter(({ id }) => !shown.has(id)).length;
  // What is new on a later page has come down from the one before it: there the total tells.
  const waiting = page === 1 ? fresh : Math.max(0, source.total - before.total);
  return {
    key,
    source,
    leads: [...kept, ...refill],
    total: source.total - waiting,
    waiting,
    mayBeMore: page === 1 && lastShown < 0 && fresh > 0,
  };
}

/** As answered, with the leads that have left the filter where they were, so that Undo finds their place. */
function released(before: SteadyPage, source: LeadList, reading: Reading): SteadyPage {
  const { key, fits, isPending, latest } = reading;
  const answered = new Set(source.leads.map(({ id }) => id));
  const leads = [...source.leads];
  let at = 0;
  for (const lead of before.leads) {
    if (answered.has(lead.id)) at = leads.findIndex(({ id }) => id === lead.id) + 1;
    else if (!fits(lead) || isPending(lead)) leads.splice(at++, 0, latest(lead.id) ?? lead);
  }
  return { ...asAnswered(key, source), leads };
}
