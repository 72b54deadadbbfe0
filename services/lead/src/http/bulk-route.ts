import type { Clock } from '@earshot/core';
import { type Route, route } from '@earshot/service-kit';
import { leadContract } from '@earshot/proto/http';
import type { StatusDependencies } from '../domain/change-lead-status.ts';
import { changeLeads } from '../domain/change-leads.ts';
import { type LeadListRepository, orderOf, positionOf } from '../domain/list-leads.ts';
import type { RatingDependencies } from '../domain/rate-lead.ts';
import type { ListPositions } from './list-positions.ts';

/** An order that no change affects, so that `next` neither repeats a lead nor misses one. */
const sortBy = 'oldest';

/** Changes all leads that match the filters, a part of them per call. */
export function bulkRoute(
  deps: StatusDependencies &
    RatingDependencies & { leads: LeadListRepository; positions: ListPositions; clock: Clock; saved: () => void },
): Route {
  const { leads, positions, clock, saved } = deps;
  return route(leadContract.changeLeads, async ({ userId, query: { after, limit, ...filters }, body }) => {
    const list = [userId, 'bulk', filters];
    const position = after === undefined ? null : positions.read(after, list);
    const listQuery = { ...filters, sortBy, limit, page: 1, after: position, now: clock.now() } as const;
    const { leads: found } = await leads.list(userId, listQuery);
    const changed = await changeLeads(found, body, deps);
    saved();
    const last = found[limit - 1];
    const next = last && positions.sign(positionOf(last, found[limit - 2], orderOf(listQuery)), list);
    return {
      changed: changed.map(({ id, status, rating }) => ({ id, status, rating })),
      ...(next !== undefined && { next }),
    };
  });
}
