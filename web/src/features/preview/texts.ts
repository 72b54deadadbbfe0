import { count } from '../../lib/format.ts';

const posts = (many: number) => `${count(many)} ${many === 1 ? 'post' : 'posts'}`;

export const texts = {
  open: 'Test Settings',
  title: 'Test settings',
  intro:
    'Reads the newest posts of one community and shows what a scan would keep, with the settings in this form. Nothing is saved.',
  community: 'Community',
  noCommunity: 'Name a community',
  run: 'Run test',
  again: 'Retry',
  cancel: 'Cancel',
  running: (community: string) => `Reading ${community} and scoring its newest posts. This can take up to a minute.`,
  failed: 'The test did not run',
  unchanged: 'Nothing was changed.',
  sum: (kept: number, all: number, community: string) =>
    `A scan would keep ${count(kept)} of ${posts(all)} in ${community}.`,
  rule: (threshold: string) => `A post is kept from a score of ${threshold}.`,
  nothing: (community: string) => `${community} has no posts of the last 30 days.`,
  verdicts: 'Kept or dropped',
  kept: 'Kept',
  dropped: 'Dropped',
  noneKept: 'No post reaches the score. A broader search strategy or more words about the problem you solve may help.',
  noneScored: 'No post has a score.',
  noneDropped: 'No scored post was dropped.',
  filtered: (many: number) => `${posts(many)} not scored: off topic, ruled out by your keywords, or without text.`,
  unscored: (many: number) => `${posts(many)} could not be scored. A scan tries again.`,
  below: (score: string, threshold: string) => `Dropped: ${score} is below ${threshold}.`,
  parts: 'Points of the score',
} as const;
