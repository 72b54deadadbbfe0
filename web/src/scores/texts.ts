import type { ScoreFigures } from './figures.ts';

/** Texts of the page on how scores are measured. */
export const texts = {
  brand: 'Earshot',
  skip: 'Skip to the content',
  title: 'How scores are measured',
  lead: ({ real }: ScoreFigures) =>
    `Earshot scores each post from 0 to 10: how likely is it that its author needs what you sell? One person read ${real.posts.toLocaleString('en')} real posts for ${real.businesses} businesses and marked ${real.leads} of them as leads. We compare the scores with these marks, and publish the results with their limits.`,
  method: {
    heading: 'Method',
    steps: ({ written }: ScoreFigures) => [
      'A person marks each post: hot, warm, related, or no lead. Hot and warm posts count as leads.',
      'Earshot scores the same posts without knowing the marks.',
      'Each business is scored with weights that were learned from the other businesses only, so these results hold for a business that Earshot has never seen.',
      `${written.posts} more posts for ${written.businesses} invented businesses are scored in every test run. The run fails if a result falls by more than 0.02.`,
    ],
  },
  results: {
    heading: 'Results',
    detail: ({ version }: ScoreFigures) =>
      `Scorer ${version}, without an AI model. We may not publish the posts of 2026; they are measured outside the repository.`,
    caption: 'Results by group of businesses',
    columns: ['Businesses', 'Leads in the first 10', 'A lead ranks above another post', 'nDCG@20 (1 is perfect)'],
  },
  high: {
    heading: 'What a high score means',
    detail: ({ precision, precisionPlain, recall, recallPlain }: ScoreFigures) =>
      `Of the posts with 7.0 or more, ${precision} are leads; with a description only, without offer and problems, ${precisionPlain}. The default threshold of 6.0 keeps ${recall} of the leads; with a description only, ${recallPlain}.`,
  },
  limits: {
    heading: 'Limits',
    items: ({ real }: ScoreFigures) => [
      'A second person would mark some posts differently.',
      `${Math.round((real.leads / real.posts) * 100)}% of the posts of 2009 to 2013 are leads. In a live community it is closer to 5%, so fewer posts with a high score are leads there.`,
      'We chose the threshold and some settings on these same posts, so the results are somewhat too good.',
      'Without an AI model, Earshot understands English only. It misses irony, and needs that people describe in unusual words.',
      'People in a trade write like people who need it. Most posts that are wrongly above 7.0 are of this kind.',
    ],
  },
  note: 'The measurement records these figures, and the build writes them into this page.',
} as const;
