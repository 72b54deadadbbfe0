import type { DiscoveryAnalytics } from '@earshot/proto/http/analytics';
import type { AdminTimeRange } from '@earshot/proto/values';

/** What each tab shows a part of. */
export interface TabProps {
  readonly discovery: DiscoveryAnalytics;
  readonly timeRange: AdminTimeRange;
}
