import type { AdminDashboard } from '@earshot/proto/http/analytics';
import type { AdminTimeRange } from '@earshot/proto/values';

/** Counts over the facts of all users. */
export interface DashboardRepository {
  usersSince(since: Date): Promise<number>;
  leadsSince(since: Date): Promise<number>;
  activeScansSince(since: Date): Promise<number>;
}

const dayMs = 24 * 3_600_000;
const days: Readonly<Record<AdminTimeRange, number>> = { day: 1, week: 7, month: 30 };

/** The last 24 hours, 7 days or 30 days. */
export function sinceOf(range: AdminTimeRange, now: Date): Date {
  return new Date(now.getTime() - days[range] * dayMs);
}

/** Registered users, created leads, and scans that started within the range and still run. */
export async function dashboardOf(
  range: AdminTimeRange,
  now: Date,
  facts: DashboardRepository,
): Promise<AdminDashboard> {
  const since = sinceOf(range, now);
  const [totalUsers, totalLeads, activeScans] = await Promise.all([
    facts.usersSince(since),
    facts.leadsSince(since),
    facts.activeScansSince(since),
  ]);
  return { totalUsers, totalLeads, activeScans };
}
