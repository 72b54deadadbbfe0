import type { Lead } from '@earshot/proto/http/lead';

const shown = 10;

export type Rating = 'Excellent' | 'Good' | 'Fair';

export interface RankedSubreddit {
  readonly name: string;
  readonly leads: number;
  /** Of its leads' scores, with one decimal. */
  readonly average: number;
  readonly rating: Rating;
}

/** By the average as it is shown, so that nobody reads '8.5' beside 'Good'. */
export function ratingOf(average: number): Rating {
  if (average >= 8.5) return 'Excellent';
  return average >= 7.5 ? 'Good' : 'Fair';
}

/** The ten communities with the best average score; of equal ones that with more leads comes first. */
export function rankSubreddits(leads: readonly Pick<Lead, 'subreddit' | 'score'>[]): RankedSubreddit[] {
  const sums = new Map<string, { name: string; leads: number; tenths: number }>();
  for (const { subreddit, score } of leads) {
    const key = subreddit.toLowerCase();
    const sum = sums.get(key) ?? { name: subreddit, leads: 0, tenths: 0 };
    sums.set(key, { ...sum, leads: sum.leads + 1, tenths: sum.tenths + Math.round(Number(score) * 10) });
  }
  return [...sums.values()]
    .map(({ name, leads: count, tenths }) => {
      const average = Math.round(tenths / count) / 10;
      return { name, leads: count, average, rating: ratingOf(average) };
    })
    .toSorted((a, b) => b.average - a.average || b.leads - a.leads || a.name.localeCompare(b.name))
    .slice(0, shown);
}
