import type { AdminDashboard } from '@earshot/proto/http/analytics';
import type { AdminTimeRange } from '@earshot/proto/values';

/** Counts over the facts of all users; without `since`, of all time. */
export interface DashboardRepository {
  users(since?: Date): Promise<number>;
  leads(since?: Date): Promise<number>;
  /** Scans that run now. */
  activeScans(): Promise<number>;
}

const dayMs = 24 * 3_600_000;
const days: Readonly<Record<AdminTimeRange, number>> = { day: 1, week: 7, month: 30 };

/** The last 24 hours, 7 days or 30 days. */
export function sinceOf(range: AdminTimeRange, now: Date): Date {
  return new Date(now.getTime() - days[range] * dayMs);
}

/** All registered users, found leads and running scans, and how many of the users and leads are from the range. */
export async function dashboardOf(
  range: AdminTimeRange,
  now: Date,
  facts: DashboardRepository,
): Promise<AdminDashboard> {
  const since = sinceOf(range, now);
  const [totalUsers, totalLeads, activeScans, newUsers, newLeads] = await Promise.all([
    facts.users(),
    facts.leads(),
    facts.activeScans(),
    facts.users(since),
    facts.leads(since),
  ]);
  return { totalUsers, totalLeads, activeScans, newUsers, newLeads };
}
