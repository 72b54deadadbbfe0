import { analyticsContract } from '@earshot/proto/http/analytics';
import type { AdminTimeRange } from '@earshot/proto/values';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { pollMs } from './poll.ts';

/** How visitors use the public search within a range, every half minute. */
export const discoveryAnalyticsQuery = (timeRange: AdminTimeRange) =>
  queryOptions({
    queryKey: [analyticsContract.discoveryAnalytics.path, timeRange],
    queryFn: ({ signal }) => call(analyticsContract.discoveryAnalytics, { query: { timeRange }, signal }),
    refetchInterval: pollMs,
    refetchOnMount: 'always',
  });
