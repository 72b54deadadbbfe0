import { analyticsContract } from '@earshot/proto/http/analytics';
import type { AdminTimeRange } from '@earshot/proto/values';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { pollMs } from './poll.ts';

/** Usage of the public search within a time range, refetched every 30 s. */
export const discoveryAnalyticsQuery = (timeRange: AdminTimeRange) =>
  queryOptions({
    queryKey: [analyticsContract.discoveryAnalytics.path, timeRange],
    queryFn: ({ signal }) => call(analyticsContract.discoveryAnalytics, { query: { timeRange }, signal }),
    refetchInterval: pollMs,
    refetchOnMount: 'always',
  });
