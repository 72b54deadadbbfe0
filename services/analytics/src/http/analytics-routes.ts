import type { Clock } from '@earshot/core';
import { type Route, route } from '@earshot/service-kit';
import { analyticsContract } from '@earshot/proto/http';
import type { UserId } from '@earshot/proto/refs';
import { dashboardOf, type DashboardRepository } from '../domain/dashboard.ts';
import { type Descriptions, discoveryFigures, type DiscoveryRepository } from '../domain/discovery-figures.ts';
import { leadFiguresOf, type LeadFiguresRepository } from '../domain/lead-figures.ts';
import { statsOf, type StatsRepository } from '../domain/stats.ts';

/** A user's figures, and the figures for administrators. */
export function analyticsRoutes(deps: {
  stats: StatsRepository;
  leads: LeadFiguresRepository;
  dashboard: DashboardRepository;
  discovery: DiscoveryRepository;
  /** Reads descriptions on behalf of this user, until the caller disconnects. */
  descriptionsFor: (userId: UserId, signal: AbortSignal) => Descriptions;
  clock: Clock;
}): Route[] {
  const { stats, leads, dashboard, discovery, clock } = deps;
  return [
    route(analyticsContract.stats, async ({ userId, query }) => {
      return statsOf({ userId, timeZone: query.tz, now: clock.now() }, stats);
    }),
    route(analyticsContract.leadFigures, async ({ userId, query: { tz: timeZone, from, to } }) => {
      return leadFiguresOf({ userId, timeZone, from, to, now: clock.now() }, leads);
    }),
    route(analyticsContract.adminDashboard, async ({ query }) => {
      return dashboardOf(query.timeRange, clock.now(), dashboard);
    }),
    route(analyticsContract.discoveryAnalytics, async ({ userId, query, request }) => {
      const descriptionsOf = deps.descriptionsFor(userId, request.signal);
      return discoveryFigures(query.timeRange, clock.now(), { facts: discovery, descriptionsOf });
    }),
  ];
}
