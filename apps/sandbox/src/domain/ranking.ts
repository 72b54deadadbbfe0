import type { PostRank } from './types.ts';

const PERIOD_SECONDS: Record<string, number> = {
  hour: 3600,
  day: 86_400,
  week: 604_800,
  month: 2_592_000,
  year: 31_536_000,
};

/** The first second of a `t=` period. undefined for `all` and for unknown words. */
export function sinceOf(period: string, now: number): number | undefined {
  const seconds = PERIOD_SECONDS[period];
  return seconds === undefined ? undefined : now - seconds;
}

/** The site's published "hot" rank: ten times as many votes count as much as 12.5 hours. */
export function hotness(post: PostRank): number {
  const votes = Math.log10(Math.max(Math.abs(post.score), 1));
  return Math.sign(post.score) * votes + post.createdAt / 45_000;
}

/** Votes and comments per hour of age, for the list of rising posts. */
export function rising(post: PostRank, now: number): number {
  const hours = Math.max(now - post.createdAt, 0) / 3600 + 2;
  return (post.score + post.numComments) / hours ** 1.5;
}

/** Sorts a copy, highest first. Equal items keep their order. */
export function sortedBy(posts: readonly PostRank[], weight: (post: PostRank) => number): PostRank[] {
  return [...posts].sort((a, b) => weight(b) - weight(a));
}
