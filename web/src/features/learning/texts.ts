import { count } from '../../lib/format.ts';

const labels = (many: number) => (many === 1 ? '1 label' : `${count(many)} labels`);
const percent = (share: number) => `${Math.round(share * 100)}%`;

export const texts = {
  title: 'What Earshot learned from you',
  help: 'When you contact, keep or like a post, similar posts get more points. When you skip or reject one, they get fewer.',
  what: 'what Earshot learned',
  switch: 'Learn from what I do',
  switchHelp: 'While this is off, your ratings change no scores. Earshot keeps them until you delete them.',
  counts: 'Your ratings',
  wanted: 'Wanted',
  unwanted: 'Not wanted',
  nothing:
    'Nothing yet. When you contact, skip, keep or rate posts, Earshot changes the points of similar posts by at most 1.5 in total. Each change is listed here.',
  noAdjustments: 'Not enough ratings yet to learn from. No score has changed.',
  adjustments: 'Changed points',
  points: (points: number) => `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(1)}`,
  check: 'Does it help?',
  checked: ({ labels: kept, before, after }: { labels: number; before: number; after: number }) =>
    `Tested on ${labels(kept)} that Earshot did not learn from. The wanted post ranked above the unwanted one in ${percent(after)} of the pairs, and without learning in ${percent(before)}.`,
  updated: 'Last changed',
  forget: 'Forget all',
  forgetTitle: 'Forget all that Earshot learned?',
  forgetHelp: (many: number) =>
    `This deletes ${labels(many)} and the points learned from them. Your leads stay as they are. You cannot undo this.`,
  forgotten: { title: 'Forgotten', description: 'Your next scan does not use it.' },
  forgetFailed: 'Not Forgotten',
  switched: (isOn: boolean) =>
    isOn
      ? { title: 'Learning Is On', description: 'Your next scan uses it.' }
      : { title: 'Learning Is Off', description: 'Your next scan does not use it.' },
  switchFailed: 'Not Changed',
} as const;
