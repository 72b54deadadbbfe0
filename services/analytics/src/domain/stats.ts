import type { Stats } from '@earshot/proto/http/analytics';
import type { LeadStatus } from '@earshot/proto/values';
import { startOfDay } from './midnight.ts';

/** What is counted of one user's facts. Each count is answered by index entries, however many leads there are. */
export interface StatsRepository {
  leads(userId: string, since?: Date): Promise<number>;
  leadsWith(userId: string, status: LeadStatus): Promise<number>;
  /** How many leads have one of these scores, in tenths. */
  leadsScored(userId: string, tenths: readonly number[]): Promise<number>;
  activeCommunities(userId: string): Promise<number>;
}

/** 10.0. */
const mostTenths = 100;

/** A score as it is summed: whole tenths, 0 to 100. */
export function tenthsOf(score: number): number {
  return Math.round(Math.min(10, Math.max(0, score)) * 10);
}

/** For each binary digit of a score in tenths the scores that have it: 100 takes seven. */
const scoresByDigit = [0, 1, 2, 3, 4, 5, 6].map((digit) =>
  Array.from({ length: mostTenths + 1 }, (_, tenths) => tenths).filter((tenths) => (tenths & (1 << digit)) !== 0),
);

/** The user's figures at `now`; `timeZone` (IANA) says when today began. */
export async function statsOf(
  { userId, timeZone, now }: { userId: string; timeZone: string; now: Date },
  facts: StatsRepository,
): Promise<Stats> {
  const [totalLeads, leadsToday, contacted, responded, activeSubreddits, tenths] = await Promise.all([
    facts.leads(userId),
    facts.leads(userId, startOfDay(now, timeZone)),
    facts.leadsWith(userId, 'contacted'),
    facts.leadsWith(userId, 'responded'),
    facts.activeCommunities(userId),
    sumOfScores(userId, facts),
  ]);
  return {
    totalLeads,
    leadsToday,
    averageScore: totalLeads === 0 ? 0 : Math.round(tenths / totalLeads) / 10,
    activeSubreddits,
    responseRate: percent(responded, contacted + responded),
  };
}

/**
 * In tenths, by counting: how many leads have each binary digit in their score, times what the digit is worth. Seven
 * counts in an index instead of a walk over all leads, and no running sum that a repeated event could spoil. A lead that
 * arrives between two of them shifts the average of one answer, by next to nothing.
 */
async function sumOfScores(userId: string, facts: StatsRepository): Promise<number> {
  const counts = await Promise.all(scoresByDigit.map((scores) => facts.leadsScored(userId, scores)));
  return counts.reduce((sum, count, digit) => sum + count * 2 ** digit, 0);
}

/** With one decimal; 0 of nothing. */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10;
}
