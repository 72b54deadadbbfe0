import type { DiscoveryAnalytics } from '@earshot/proto/http/analytics';
import type { AdminTimeRange } from '@earshot/proto/values';

/** The data of which each tab shows a part. */
export interface TabProps {
  readonly discovery: DiscoveryAnalytics;
  readonly timeRange: AdminTimeRange;
}
