import { AppError } from '@earshot/core';
import type { BulkChange } from '@earshot/proto/http/lead';
import { changeLeadStatus, type StatusDependencies } from './change-lead-status.ts';
import type { Lead } from './lead.ts';
import { rateLead, type RatingDependencies } from './rate-lead.ts';

type Dependencies = StatusDependencies & RatingDependencies;

/**
 * Gives each lead the status or the rating, one after another, and resolves to the leads that changed, as they were before.
 * Leads whose status does not allow it stay as they are, also if that status was set meanwhile.
 */
export async function changeLeads(leads: readonly Lead[], change: BulkChange, deps: Dependencies): Promise<Lead[]> {
  const changed: Lead[] = [];
  for (const lead of leads) if (await changeOne(lead, change, deps)) changed.push(lead);
  return changed;
}

/** Whether the lead changed. */
async function changeOne(lead: Lead, { status, rating }: BulkChange, deps: Dependencies): Promise<boolean> {
  const { userId, id: leadId } = lead;
  if (rating !== undefined && lead.rating !== rating) {
    await rateLead({ userId, leadId, rating }, deps);
    return true;
  }
  // A lead that was answered stays answered: contacted would be a step back.
  if (status === undefined || lead.status === status || lead.status === 'responded') return false;
  return allowed(changeLeadStatus({ userId, leadId, to: status }, deps));
}

async function allowed(changing: Promise<Lead>): Promise<boolean> {
  try {
    await changing;
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'lead.status-transition') return false;
    throw error;
  }
}
