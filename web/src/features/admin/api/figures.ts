import { analyticsContract } from '@earshot/proto/http/analytics';
import type { AdminTimeRange } from '@earshot/proto/values';
import { callQuery } from '../../../lib/call-query.ts';

/** The poll interval of the admin figures (specification, section 9). */
const pollMs = 30_000;

/** The installation's figures for a time range, refetched every 30 s. */
export const dashboardQuery = (timeRange: AdminTimeRange) =>
  callQuery(analyticsContract.adminDashboard, {
    input: { query: { timeRange } },
    key: [timeRange],
    refetchInterval: pollMs,
    refetchOnMount: 'always',
  });

/** Usage of the public search within a time range, refetched every 30 s. */
export const discoveryAnalyticsQuery = (timeRange: AdminTimeRange) =>
  callQuery(analyticsContract.discoveryAnalytics, {
    input: { query: { timeRange } },
    key: [timeRange],
    refetchInterval: pollMs,
    refetchOnMount: 'always',
  });
