import type { OutgoingEvent } from '@earshot/platform';
import { appError } from '@earshot/platform';
import type { LeadStatus } from '@earshot/proto/values';
import type { Lead } from './lead.ts';

/** Where a lead may go from each status (decisions, "Scans and leads"). */
const transitions: Readonly<Record<LeadStatus, readonly LeadStatus[]>> = {
  new: ['contacted', 'skipped'],
  contacted: ['new', 'responded'],
  responded: ['contacted'],
  skipped: ['new', 'contacted'],
};

/** Whether the table has this step; a status is no step to itself. */
export function canChange(from: LeadStatus, to: LeadStatus): boolean {
  return transitions[from].includes(to);
}

/** One step of a lead, from the status it was seen in. */
export interface StatusChange {
  readonly leadId: string;
  readonly userId: string;
  readonly from: LeadStatus;
  readonly to: LeadStatus;
}

/** What a change of status needs of the leads. */
export interface LeadStatusRepository {
  find(userId: string, id: string): Promise<Lead | null>;
  /** Saves the status and its event in one write; null when the lead no longer has the status `from`. */
  changeStatus(change: StatusChange, event: OutgoingEvent): Promise<Lead | null>;
}

/**
 * Moves a lead of the user to another status and tells of it. Throws lead.not-found, or lead.status-transition when
 * the table above has no such step.
 */
export async function changeLeadStatus(
  wanted: { userId: string; leadId: string; to: LeadStatus },
  deps: { leads: LeadStatusRepository; statusChanged: (change: StatusChange) => OutgoingEvent },
): Promise<Lead> {
  const { userId, leadId, to } = wanted;
  for (;;) {
    const lead = await deps.leads.find(userId, leadId);
    if (lead === null) throw appError('lead.not-found', { leadId });
    const from = lead.status;
    if (!canChange(from, to)) throw appError('lead.status-transition', { leadId, from, to });
    const change = { leadId, userId, from, to };
    const changed = await deps.leads.changeStatus(change, deps.statusChanged(change));
    // Another call was faster: the step is judged again from the status that it left.
    if (changed !== null) return changed;
  }
}
