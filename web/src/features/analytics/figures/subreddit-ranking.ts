import type { Lead } from '@earshot/proto/http/lead';
import type { CommunityView } from '../../../lib/community.ts';

const shown = 10;

export type Rating = 'Excellent' | 'Good' | 'Fair';

export interface RankedSubreddit extends CommunityView {
  readonly leads: number;
  /** Average score of its leads, with one decimal. */
  readonly average: number;
  readonly rating: Rating;
}

/** Uses the rounded average that is displayed, so that '8.5' never appears next to 'Good'. */
export function ratingOf(average: number): Rating {
  if (average >= 8.5) return 'Excellent';
  return average >= 7.5 ? 'Good' : 'Fair';
}

type RankedLead = Pick<Lead, 'source' | 'sourceLabel' | 'subreddit' | 'communityLabel' | 'score'>;

/** The ten communities with the best average score; for equal averages the one with more leads comes first. */
export function rankSubreddits(leads: readonly RankedLead[]): RankedSubreddit[] {
  const sums = new Map<string, { community: CommunityView; leads: number; tenths: number }>();
  for (const { source, subreddit, sourceLabel, communityLabel, score } of leads) {
    const key = `${source} ${subreddit.toLowerCase()}`;
    const community = { source, name: subreddit, sourceLabel, communityLabel };
    const sum = sums.get(key) ?? { community, leads: 0, tenths: 0 };
    sums.set(key, { ...sum, leads: sum.leads + 1, tenths: sum.tenths + Math.round(Number(score) * 10) });
  }
  return [...sums.values()]
    .map(({ community, leads: count, tenths }) => {
      const average = Math.round(tenths / count) / 10;
      return { ...community, leads: count, average, rating: ratingOf(average) };
    })
    .toSorted((a, b) => b.average - a.average || b.leads - a.leads || a.name.localeCompare(b.name))
    .slice(0, shown);
}
