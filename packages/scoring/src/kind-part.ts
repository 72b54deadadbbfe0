import { fold } from '@earshot/text';
import { quoteOf, tenths } from './parts.ts';
import { kindOf, type PostKind } from './post-kinds.ts';
import { BODY_READ } from './post-reading.ts';
import { TITLE_READ } from './read-text.ts';
import type { Post, ScorePart } from './scorer.ts';
import { needsOf, type Signs } from './signs.ts';

/** The highest score of such a post: with all that a user's ratings add (1.5), it stays below the lowest threshold (5). */
const MOST_OF_A_KIND = 3;

const NOTES: Record<PostKind, string> = {
  'recurring-thread': 'A recurring thread',
  moderators: 'By a moderator or a bot',
  'job-ad': 'A job ad',
  survey: 'Asks to take part in a survey',
  'link-dump': 'Hardly more than links',
};

/** Whether the parts of a score note that the post is official. Only the source knows it, and the first judgement noted it. */
export function isOfficial(parts: readonly Readonly<Record<'name' | 'category', string>>[]): boolean {
  return parts.some(({ name, category }) => name === 'kind' && category === 'moderators');
}

/**
 * The parts of a post, and one more if it is of a kind that is seldom by a customer. That part takes what is above
 * `MOST_OF_A_KIND`, so that the score is still the sum of the parts. `need` as `needsOf` gives it, if it is known.
 */
export function withKind(post: Post, parts: readonly ScorePart[], need?: Signs['need']): ScorePart[] {
  const text = { title: fold(post.title.slice(0, TITLE_READ)), selftext: fold(post.selftext.slice(0, BODY_READ)) };
  const [title, body] = [text.title.text, text.selftext.text];
  const found = kindOf({ post, title, body, signs: { need: need ?? needsOf(title, body) } });
  if (found === null) return [...parts];
  const points = Math.min(0, tenths(MOST_OF_A_KIND - parts.reduce((sum, one) => sum + one.points, 0)));
  const quote = quoteOf({ text }, found.evidence);
  return [
    ...parts,
    { name: 'kind', category: found.kind, points, quote: quote === '' ? null : quote, note: NOTES[found.kind] },
  ];
}
