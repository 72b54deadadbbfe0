import type { Stats } from '@earshot/proto/http/analytics';
import type { LeadStatus } from '@earshot/proto/values';
import type { UserId } from '@earshot/proto/refs';
import { startOfDay } from './midnight.ts';

/** Figures of one user. Each is answered from index entries, for any number of leads. */
export interface StatsRepository {
  leads(userId: UserId, since?: Date): Promise<number>;
  leadsWith(userId: UserId, status: LeadStatus): Promise<number>;
  /** The average score in tenths; 0 without leads. */
  averageTenths(userId: UserId): Promise<number>;
  activeCommunities(userId: UserId): Promise<number>;
}

/** A score in the unit of the sums: whole tenths, 0 to 100. */
export function tenthsOf(score: number): number {
  return Math.round(Math.min(10, Math.max(0, score)) * 10);
}

/** The user's figures at `now`. `timeZone` (IANA) defines the start of today. */
export async function statsOf(
  { userId, timeZone, now }: { userId: UserId; timeZone: string; now: Date },
  facts: StatsRepository,
): Promise<Stats> {
  const [totalLeads, leadsToday, contacted, responded, activeCommunities, averageTenths] = await Promise.all([
    facts.leads(userId),
    facts.leads(userId, startOfDay(now, timeZone)),
    facts.leadsWith(userId, 'contacted'),
    facts.leadsWith(userId, 'responded'),
    facts.activeCommunities(userId),
    facts.averageTenths(userId),
  ]);
  return {
    totalLeads,
    leadsToday,
    averageScore: Math.round(averageTenths) / 10,
    activeSubreddits: activeCommunities,
    responseRate: percent(responded, contacted + responded),
  };
}

/** A percentage with one decimal; 0 when the whole is 0. */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10;
}
