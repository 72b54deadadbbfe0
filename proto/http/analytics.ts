import { z } from 'zod';
import { adminTimeRanges } from '../values.ts';
import { choice, endpoint, timestamp } from './contract.ts';
import { communityView } from './source.ts';

const count = z.number().int().nonnegative();

/** Figures of one user. Scores 0 to 10, rates in percent, both with one decimal. */
export const stats = z.object({
  totalLeads: count,
  /** Since midnight of the wanted time zone. */
  leadsToday: count,
  averageScore: z.number(),
  activeSubreddits: count,
  /** Responded of those contacted or responded. */
  responseRate: z.number(),
});
export type Stats = z.infer<typeof stats>;

/** Figures of the whole installation: who registered, what was found and which scans began within the range and still run. */
export const adminDashboard = z.object({ totalUsers: count, totalLeads: count, activeScans: count });
export type AdminDashboard = z.infer<typeof adminDashboard>;

/** How visitors use the public search within the range. */
export const discoveryAnalytics = z.object({
  totalRequests: count,
  uniqueDescriptions: count,
  /** That happened within the range: one for each description and account. */
  conversions: count,
  /**
   * Percent of the searches within the range whose visitor has made an account since, with one decimal. A search is a
   * visitor with a description, however often it was sent.
   */
  conversionRate: z.number(),
  /** Dollars. */
  estimatedCost: z.number(),
  /** Requests by product category, of the five most frequent ones. */
  categories: z.record(z.string(), count),
  /** The ten that were suggested most. */
  topSubreddits: z.array(z.object({ name: z.string(), ...communityView, count })),
  /**
   * The twenty descriptions that were asked for last, each once: when last, how often within the range. A description is
   * empty where the discovery service is away or knows it no more.
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
