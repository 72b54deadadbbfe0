import type { AdminDashboard, DiscoveryAnalytics } from '@earshot/proto/http/analytics';
import type { AdminTimeRange } from '@earshot/proto/values';
import { StatCard, StatCards } from '../../../components/stat-card.tsx';
import { count } from '../../../lib/format.ts';
import { texts } from '../texts.ts';

interface AdminCardsProps {
  readonly dashboard: AdminDashboard;
  readonly discovery: DiscoveryAnalytics;
  readonly timeRange: AdminTimeRange;
}

/** The four main figures of the installation. */
export function AdminCards({ dashboard, discovery, timeRange }: AdminCardsProps) {
  return (
    <StatCards label={texts.figures}>
      <StatCard
        label={texts.users}
        value={count(dashboard.totalUsers)}
        change={texts.within(dashboard.newUsers, timeRange)}
      />
      <StatCard
        label={texts.leads}
        value={count(dashboard.totalLeads)}
        change={texts.within(dashboard.newLeads, timeRange)}
      />
      <StatCard label={texts.scans} value={count(dashboard.activeScans)} change={texts.scansNote} />
      <StatCard
        label={texts.usage}
        value={count(discovery.totalRequests)}
        unit={texts.usageUnit}
        change={texts.cost(discovery.estimatedCost.toFixed(4), discovery.modelRequests > 0)}
      />
    </StatCards>
  );
}
