import { z } from 'zod';
import { adminTimeRanges, draftVariants } from '../values.ts';
import { choice, endpointOf, timestamp } from './contract.ts';
import { communityView } from './source.ts';

const endpoint = endpointOf('analytics');

const count = z.number().int().nonnegative();

/** Figures of one user. Scores are 0 to 10 and rates are percentages, both with one decimal. */
export const stats = z.object({
  totalLeads: count,
  /** Since midnight in the requested time zone. */
  leadsToday: count,
  averageScore: z.number(),
  activeSubreddits: count,
  /** Percent of contacted or responded leads that responded. */
  responseRate: z.number(),
});
export type Stats = z.infer<typeof stats>;

/** How many leads were found, and how many of them are contacted (or answered), and answered. */
const funnel = { found: count, contacted: count, replied: count };

/**
 * All leads of one user. Each list counts the same leads. `trend` has one entry for each day from `from` to `to`.
 * `variants` counts the leads that are contacted, by the approach of the draft; null: the text was the user's own, or its
 * approach is not known.
 */
export const leadFigures = z.object({
  ...funnel,
  trend: z.array(z.object({ date: z.iso.date(), count })),
  /** Best first: 9.0 and more, 8.0 to 8.9, 7.0 to 7.9, 6.0 to 6.9, below 6.0. */
  bands: z.array(z.object({ label: z.string(), ...funnel })),
  /** The most leads first. `averageScore` has one decimal. */
  communities: z.array(z.object({ name: z.string(), ...communityView, averageScore: z.number(), ...funnel })),
  variants: z.array(z.object({ variant: z.enum(draftVariants).nullable(), contacted: count, replied: count })),
});
export type LeadFigures = z.infer<typeof leadFigures>;

/** Figures of the whole installation. Only `newUsers` and `newLeads` depend on the range. */
export const adminDashboard = z.object({
  totalUsers: count,
  totalLeads: count,
  /** Scans that run now. */
  activeScans: count,
  /** Users who registered within the range. */
  newUsers: count,
  /** Leads found within the range. */
  newLeads: count,
});
export type AdminDashboard = z.infer<typeof adminDashboard>;

/** How visitors used the public search within the range. */
export const discoveryAnalytics = z.object({
  totalRequests: count,
  /** Requests for which a model was called; those of versions that did not record it count too. */
  modelRequests: count,
  uniqueDescriptions: count,
  /** Conversions within the range, one for each description and account. */
  conversions: count,
  /**
   * Percent of the searches within the range whose visitor has created an account since, with one decimal. A search is
   * one visitor with one description, however often it was sent.
   */
  conversionRate: z.number(),
  /** Dollars. */
  estimatedCost: z.number(),
  /** Requests by product category, for the five most frequent categories. */
  categories: z.record(z.string(), count),
  /** The ten communities that were suggested most. */
  topSubreddits: z.array(z.object({ name: z.string(), ...communityView, count })),
  /**
   * The twenty most recently requested descriptions, each once, with its last time and its number of requests within
   * the range. A description is empty if the discovery service is unavailable or no longer has it.
   */
  recentRequests: z.array(
    z.object({ description: z.string(), createdAt: timestamp, requestCount: count, converted: z.boolean() }),
  ),
});
export type DiscoveryAnalytics = z.infer<typeof discoveryAnalytics>;

const timeRange = z.object({ timeRange: choice('timeRange', adminTimeRanges).default('day') });

const isTimeZone = (name: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

const tz = z
  .string()
  .max(100, 'tz must be a time zone such as Europe/Berlin')
  .default('UTC')
  .refine(isTimeZone, 'tz must be a time zone such as Europe/Berlin');

/** The most days of one trend. */
export const mostTrendDays = 366;
const dayMs = 86_400_000;
const day = (name: string) => z.iso.date({ error: `${name} must be a day such as 2026-11-27` }).optional();
const trendRange = z
  .object({ tz, from: day('from'), to: day('to') })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    path: ['to'],
    error: 'from and to belong together',
  })
  .refine(
    ({ from, to }) => {
      const days = (Date.parse(to ?? '') - Date.parse(from ?? '')) / dayMs;
      return Number.isNaN(days) || (days >= 0 && days < mostTrendDays);
    },
    { path: ['to'], error: `to must be from 0 to ${mostTrendDays - 1} days after from` },
  );

/** Figures, from read models that are built from events. */
export const analyticsContract = {
  stats: endpoint({
    summary: 'Figures of the user; `tz` cuts the day',
    method: 'GET',
    path: '/api/analytics/stats',
    query: z.object({ tz }),
    response: stats,
  }),
  leadFigures: endpoint({
    summary: 'All leads of the user by day, score, community and draft; the trend has the last 7 days, or from and to',
    method: 'GET',
    path: '/api/analytics/leads',
    query: trendRange,
    response: leadFigures,
  }),
  adminDashboard: endpoint({
    summary: 'Figures of the installation, for administrators',
    method: 'GET',
    path: '/api/admin/dashboard',
    access: 'admin',
    query: timeRange,
    response: adminDashboard,
  }),
  discoveryAnalytics: endpoint({
    summary: 'How the public search is used, for administrators',
    method: 'GET',
    path: '/api/admin/discovery-analytics',
    access: 'admin',
    query: timeRange,
    response: discoveryAnalytics,
  }),
};
