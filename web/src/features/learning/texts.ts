import { count } from '../../lib/format.ts';

const labels = (many: number) => (many === 1 ? '1 label' : `${count(many)} labels`);
const percent = (share: number) => `${Math.round(share * 100)} %`;

export const texts = {
  title: 'What Earshot learned from you',
  help: 'Posts that you contact, rescue or mark as good raise what they have in common; posts that you skip or mark as no lead lower it.',
  what: 'what Earshot learned',
  switch: 'Learn from what I do',
  switchHelp: 'While this is off, scores are the same for everybody. Earshot keeps your ratings until you delete them.',
  counts: 'Your ratings',
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
  forgetHelp: (many: number) =>
    `This deletes ${labels(many)} and the points learned from them. Your leads stay as they are. You cannot undo this.`,
  forgotten: { title: 'Forgotten', description: 'Your next scan scores without it.' },
  forgetFailed: 'Forgetting Failed',
  switched: (isOn: boolean) =>
    isOn
      ? { title: 'Learning Is On', description: 'Your next scan uses it.' }
      : { title: 'Learning Is Off', description: 'Your next scan does without it.' },
  switchFailed: 'Switching Failed',
} as const;
