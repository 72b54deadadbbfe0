import { type Route, route } from '@earshot/service-kit';
import { leadContract } from '@earshot/proto/http';
import { rateLead, type RatingDependencies } from '../domain/rate-lead.ts';
import { presentLead } from './present.ts';

/** Sets or removes the user's rating of a lead. */
export function ratingRoute(deps: RatingDependencies & { saved: () => void }): Route {
  return route(leadContract.rateLead, async ({ userId, params, body: { rating }, request: { origin } }) => {
    const lead = await rateLead({ userId, leadId: params.id, rating }, deps);
    deps.saved();
    return presentLead(lead, origin);
  });
}
