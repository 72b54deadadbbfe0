import { count } from '../../lib/format.ts';

const ratings = (many: number) => (many === 1 ? '1 rating' : `${count(many)} ratings`);

export const texts = {
  title: 'What Earshot learned from you',
  help: 'When you contact, keep or like a post, similar posts get more points. When you skip or reject one, they get fewer.',
  what: 'what Earshot learned',
  switch: 'Learn from what I do',
  switchHelp: 'While this is off, your ratings change no scores. Earshot keeps them until you delete them.',
  counts: 'Your ratings',
  wanted: 'Wanted',
  unwanted: 'Not wanted',
  nothing: 'Nothing yet. When you contact, skip, keep or rate posts, similar posts get up to 1.5 points more or less.',
  updated: 'Last changed',
  forget: 'Forget all',
  forgetTitle: 'Forget all that Earshot learned?',
  forgetHelp: (many: number) =>
    `This deletes ${ratings(many)} and what was learned from them. Your leads stay as they are. You cannot undo this.`,
  forgotten: { title: 'Forgotten', description: 'Your next scan does not use it.' },
  forgetFailed: 'Not Forgotten',
  switched: (isOn: boolean) =>
    isOn
      ? { title: 'Learning Is On', description: 'Your next scan uses it.' }
      : { title: 'Learning Is Off', description: 'Your next scan does not use it.' },
  switchFailed: 'Not Changed',
} as const;
