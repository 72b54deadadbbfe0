import type { OutgoingEvent } from '@earshot/event-bus';
import { appError, type Clock } from '@earshot/core';
import { type Route, route } from '@earshot/service-kit';
import { leadContract } from '@earshot/proto/http';
import { changeLeadStatus, type LeadStatusRepository, type StatusChange } from '../domain/change-lead-status.ts';
import type { LeadExportRepository } from '../domain/export-leads.ts';
import { type LeadListRepository, orderOf, positionOf } from '../domain/list-leads.ts';
import type { Lead } from '../domain/lead.ts';
import type { RejudgeRepository } from '../domain/rejudge-lead.ts';
import { exportRoute } from './export-route.ts';
import type { ListPositions } from './list-positions.ts';
import { presentLead, presentLeadList, presentPreview } from './present.ts';

/** Withdrawn leads that one answer lists. */
const mostWithdrawn = 20;

/** Lists leads, shows one lead and changes its status. */
export function leadRoutes(deps: {
  leads: LeadListRepository &
    LeadStatusRepository &
    LeadExportRepository &
    Pick<RejudgeRepository, 'toJudge' | 'withdrawn'>;
  positions: ListPositions;
  clock: Clock;
  statusChanged: (change: StatusChange, lead: Lead) => OutgoingEvent;
  /** Called after each write that carries an event. */
  saved: () => void;
}): Route[] {
  const { leads, positions, clock } = deps;
  return [
    route(leadContract.listLeads, async ({ userId, query, request: { origin } }) => {
      const { after, page, limit, ...filters } = query;
      const list = [userId, filters];
      const position = after === undefined ? null : positions.read(after, list);
      const listing = await leads.list(userId, { ...filters, page, limit, after: position, now: clock.now() });
      const nextOf = (last: Lead, before?: Lead) => positions.sign(positionOf(last, before, orderOf(query)), list);
      return presentLeadList(listing, limit, origin, nextOf);
    }),
    exportRoute(deps),
    route(leadContract.listWithdrawnLeads, async ({ userId, request: { origin } }) => {
      const { leads: found, total } = await leads.withdrawn(userId, mostWithdrawn);
      return { leads: found.map((lead) => presentPreview(lead, origin)), total };
    }),
    route(leadContract.changeLeadStatus, async ({ userId, params, body, request: { origin } }) => {
      const lead = await changeLeadStatus({ ...body, userId, leadId: params.id, to: body.status }, deps);
      deps.saved();
      return presentLead(lead, origin);
    }),
    route(leadContract.getContactDetails, async ({ userId, params, query: { revision } }) => {
      const contact = await leads.contactOf(userId, params.id, revision);
      return contact && { ...contact, leadId: params.id, revision };
    }),
    route(leadContract.listLeadsToJudge, async ({ userId, query, request: { origin } }) => {
      const { businessVersion, threshold, learnedVersion = null, after = null, limit } = query;
      const judgedFor = { businessVersion, threshold, learnedVersion };
      const { leads: found, next } = await leads.toJudge(userId, { judgedFor, after, limit });
      return { leads: found.map((lead) => presentLead(lead, origin)), next };
    }),
    route(leadContract.getLead, async ({ userId, params, request: { origin } }) => {
      const lead = await leads.find(userId, params.id);
      if (lead === null) throw appError('lead.not-found', { leadId: params.id });
      return presentLead(lead, origin);
    }),
  ];
}
