import type { Stats } from '@earshot/proto/http/analytics';
import type { RankedCommunity } from './community-ranking.ts';

export type Advice =
  | { readonly kind: 'start' }
  | { readonly kind: 'quality'; readonly communityLabel: string; readonly average: number }
  | { readonly kind: 'expand'; readonly missing: number }
  | { readonly kind: 'messages'; readonly responseRate: number };

const goodAverage = 8;
const fewCommunities = 3;
const goodResponseRate = 20;

/** Suggestions for more or better leads (specification, section 9). Unknown figures give no suggestion. */
export function recommendations(
  ranking: readonly RankedCommunity[],
  stats: Pick<Stats, 'activeSubreddits' | 'responseRate'> | undefined,
): Advice[] {
  const [top] = ranking;
  const advice: Advice[] = [];
  if (!top) advice.push({ kind: 'start' });
  else if (top.averageScore < goodAverage) {
    advice.push({ kind: 'quality', communityLabel: top.communityLabel, average: top.averageScore });
  }
  if (!stats) return advice;
  if (stats.activeSubreddits < fewCommunities) {
    advice.push({ kind: 'expand', missing: fewCommunities - stats.activeSubreddits });
  }
  const { responseRate } = stats;
  if (responseRate > 0 && responseRate < goodResponseRate) advice.push({ kind: 'messages', responseRate });
  return advice;
}
