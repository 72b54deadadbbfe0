import type { AdminDashboard, DiscoveryAnalytics } from '@earshot/proto/http/analytics';
import type { AdminTimeRange } from '@earshot/proto/values';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError, isSignedOut, messageOf } from '../../lib/api-error.ts';
import { useToaster } from '../../lib/toaster-context.ts';
import { dashboardQuery, discoveryAnalyticsQuery } from './api/figures.ts';
import { texts } from './texts.ts';

interface AdminFigures {
  readonly dashboard: AdminDashboard | undefined;
  readonly discovery: DiscoveryAnalytics | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** The figures of a range, polled. A failure is shown once, not after every poll. */
export function useAdminFigures(timeRange: AdminTimeRange, onRefused: () => unknown): AdminFigures {
  const dashboard = useQuery(dashboardQuery(timeRange));
  const discovery = useQuery(discoveryAnalyticsQuery(timeRange));
  const error = dashboard.error ?? discovery.error;
  useFailureToast(error);
  useRefusal(error, onRefused);
  const retry = () => {
    void dashboard.refetch();
    void discovery.refetch();
  };
  return { dashboard: dashboard.data, discovery: discovery.data, error, retry };
}

function useFailureToast(error: Error | null): void {
  const toaster = useToaster();
  const problem = error && !isSignedOut(error) ? messageOf(error) : null;
  useEffect(() => {
    if (problem !== null) toaster.show({ kind: 'destructive', title: texts.failed, description: problem });
  }, [problem, toaster]);
}

/** A 403 may mean that the role was revoked: the page checks it again. */
function useRefusal(error: Error | null, onRefused: () => unknown): void {
  const isRefused = error instanceof ApiError && error.status === 403;
  useEffect(() => {
    if (isRefused) onRefused();
  }, [isRefused, onRefused]);
}
