import { analyticsContract } from '@earshot/proto/http/analytics';
import type { AdminTimeRange } from '@earshot/proto/values';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { pollMs } from './poll.ts';

/** Figures of the installation within a range, every half minute. */
export const dashboardQuery = (timeRange: AdminTimeRange) =>
  queryOptions({
    queryKey: [analyticsContract.adminDashboard.path, timeRange],
    queryFn: ({ signal }) => call(analyticsContract.adminDashboard, { query: { timeRange }, signal }),
    refetchInterval: pollMs,
    refetchOnMount: 'always',
  });
