import type { LeadFigures } from '@earshot/proto/http/analytics';

const shown = 10;

export type Rating = 'Excellent' | 'Good' | 'Fair';

type Community = LeadFigures['communities'][number];

export interface RankedCommunity extends Community {
  readonly rating: Rating;
}

/** Uses the rounded average that is displayed, so that '8.5' never appears next to 'Good'. */
export function ratingOf(average: number): Rating {
  if (average >= 8.5) return 'Excellent';
  return average >= 7.5 ? 'Good' : 'Fair';
}

/** The ten communities with the best average score; for equal averages the one with more leads comes first. */
export function rankCommunities(communities: readonly Community[]): RankedCommunity[] {
  return communities
    .map((community) => ({ ...community, rating: ratingOf(community.averageScore) }))
    .toSorted((a, b) => b.averageScore - a.averageScore || b.found - a.found || a.name.localeCompare(b.name))
    .slice(0, shown);
}
