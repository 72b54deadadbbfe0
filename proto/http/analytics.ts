import { z } from 'zod';
import { adminTimeRanges } from '../values.ts';
import { choice, endpoint, timestamp } from './contract.ts';
import { communityView } from './source.ts';

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

/** Figures, from read models that are built from events. */
export const analyticsContract = {
  stats: endpoint({
    summary: 'Figures of the user; `tz` cuts the day',
    service: 'analytics',
    method: 'GET',
    path: '/api/analytics/stats',
    query: z.object({
      tz: z
        .string()
        .max(100, 'tz must be a time zone such as Europe/Berlin')
        .default('UTC')
        .refine(isTimeZone, 'tz must be a time zone such as Europe/Berlin'),
    }),
    response: stats,
  }),
  adminDashboard: endpoint({
    summary: 'Figures of the installation, for administrators',
    service: 'analytics',
    method: 'GET',
    path: '/api/admin/dashboard',
    access: 'admin',
    query: timeRange,
    response: adminDashboard,
  }),
  discoveryAnalytics: endpoint({
    summary: 'How the public search is used, for administrators',
    service: 'analytics',
    method: 'GET',
    path: '/api/admin/discovery-analytics',
    access: 'admin',
    query: timeRange,
    response: discoveryAnalytics,
  }),
};
