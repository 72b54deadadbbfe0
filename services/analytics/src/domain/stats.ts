import type { Stats } from '@earshot/proto/http/analytics';
import type { LeadStatus } from '@earshot/proto/values';
import { startOfDay } from './midnight.ts';

/** What is counted of one user's facts. Each count is answered by index entries, however many leads there are. */
export interface StatsRepository {
  leads(userId: string, since?: Date): Promise<number>;
  leadsWith(userId: string, status: LeadStatus): Promise<number>;
  /** How many leads have this binary digit set in their score in tenths. */
  leadsWithScoreDigit(userId: string, digit: number): Promise<number>;
  activeCommunities(userId: string): Promise<number>;
}

/** 10.0 is 100 tenths, which takes seven binary digits. */
const scoreDigits = [0, 1, 2, 3, 4, 5, 6] as const;

/** Which binary digits are set in a score in tenths: what its sum over many leads is counted by. */
export function digitsOf(score: number): number[] {
  const tenths = Math.round(Math.min(10, Math.max(0, score)) * 10);
  return scoreDigits.filter((digit) => (tenths & (1 << digit)) !== 0);
}

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

/** In tenths. A lead that arrives between two of the counts shifts the average for one answer, by next to nothing. */
async function sumOfScores(userId: string, facts: StatsRepository): Promise<number> {
  const counts = await Promise.all(scoreDigits.map((digit) => facts.leadsWithScoreDigit(userId, digit)));
  return counts.reduce((sum, count, digit) => sum + count * 2 ** digit, 0);
}

/** With one decimal; 0 of nothing. */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10;
}
