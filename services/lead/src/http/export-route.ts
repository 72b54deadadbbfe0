import type { Clock } from '@earshot/core';
import { fileAnswer, type Route, route } from '@earshot/service-kit';
import { leadContract } from '@earshot/proto/http';
import type { LeadExportRepository } from '../domain/export-leads.ts';
import { leadsCsv } from './leads-csv.ts';

/** Exports all leads that match the filters as a file. */
export function exportRoute({ leads, clock }: { leads: LeadExportRepository; clock: Clock }): Route {
  return route(leadContract.exportLeads, async ({ userId, query, request: { origin } }) => {
    const csv = await leadsCsv(leads.all(userId, { ...query, now: clock.now() }), origin);
    return fileAnswer(csv, { 'Content-Disposition': 'attachment; filename="leads.csv"' });
  });
}
