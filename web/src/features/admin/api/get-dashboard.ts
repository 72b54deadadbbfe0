import { analyticsContract } from '@earshot/proto/http/analytics';
import type { AdminTimeRange } from '@earshot/proto/values';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { pollMs } from './poll.ts';

/** The installation's figures for a time range, refetched every 30 s. */
export const dashboardQuery = (timeRange: AdminTimeRange) =>
  queryOptions({
    queryKey: [analyticsContract.adminDashboard.path, timeRange],
    queryFn: ({ signal }) => call(analyticsContract.adminDashboard, { query: { timeRange }, signal }),
    refetchInterval: pollMs,
    refetchOnMount: 'always',
  });
