import { count } from '../../lib/format.ts';

const labels = (many: number) => (many === 1 ? '1 label' : `${count(many)} labels`);
const percent = (share: number) => `${Math.round(share * 100)} %`;

export const texts = {
  title: 'What Earshot learned from you',
  help: 'Posts that you contact, rescue or mark as good raise what they have in common; posts that you skip or mark as no lead lower it.',
  what: 'what Earshot learned',
  switch: 'Learn from what I do',
  switchHelp: 'Switched off, scores are the same for everybody. What you said is kept until you forget it.',
  counts: 'What you said',
  wanted: 'Wanted',
  unwanted: 'Not wanted',
  nothing:
    'Nothing yet. Once you contact, skip, rescue or rate posts, Earshot moves the points of what they have in common, a little and never by more than 1.5 in all, and shows each change here.',
  noAdjustments: 'Not enough ratings yet to learn from. No score has changed.',
  adjustments: 'Changed points',
  points: (points: number) => `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(1)}`,
  check: 'Does it help?',
  checked: ({ labels: kept, before, after }: { labels: number; before: number; after: number }) =>
    `Tried on ${labels(kept)} that were kept out of the learning: of a wanted and an unwanted post, the wanted one came first in ${percent(after)} of the pairs. Without learning it was ${percent(before)}.`,
  updated: 'Last changed',
  forget: 'Forget all',
  forgetTitle: 'Forget all that Earshot learned?',
  forgetWords: (many: number) =>
    `${labels(many)} and the points made of them are deleted, and scores begin anew. Your leads stay as they are. This cannot be undone.`,
  forgotten: { title: 'Forgotten', description: 'Scores begin anew with your next scan.' },
  forgetFailed: 'Forgetting Failed',
  switched: (isOn: boolean) =>
    isOn
      ? { title: 'Learning Is On', description: 'Your next scan uses it.' }
      : { title: 'Learning Is Off', description: 'Your next scan does without it.' },
  switchFailed: 'Switching Failed',
} as const;
