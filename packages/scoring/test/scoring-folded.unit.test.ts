import { describe, expect, it } from '@jest/globals';
import { keylessScorer } from '../src/keyless-scorer.ts';
import type { Post } from '../src/scorer.ts';
import { business, post } from '../src/testing/posts.ts';

async function verdict(one: Post) {
  const [only] = await keylessScorer().score(business, [one]);
  if (!only) throw new Error('no verdict');
  return only;
}

describe('signs that look the same', () => {
  it.each([
    ['curly apostrophes', (text: string) => text.replaceAll("'", '’')],
    ['zero-width spaces', (text: string) => text.replaceAll('arrier', 'arr\u200bier')],
    ['non-breaking spaces', (text: string) => text.replaceAll(' for ', '\u00a0for\u00a0')],
    ['hyphens that do not break', (text: string) => text.replaceAll('-', '\u2011')],
    ['full-width letters', (text: string) => text.replaceAll('parcels', 'ｐａｒｃｅｌｓ')],
  ])('score the same, and are quoted as they were written: %s', async (_, written) => {
    const [title, text] = [
      "I can't find a low-cost carrier for parcels",
      "Our carrier won't pick up. We ship parcels for a shop.",
    ];
    const [plain, other] = [post('p', title, text), post('p', written(title), written(text))];
    expect(other).not.toEqual(plain);
    const [one, two] = [await verdict(plain), await verdict(other)];
    expect(two.score).toBe(one.score);
    expect(two.parts.map(({ quote }) => quote)).toEqual(one.parts.map(({ quote }) => quote && written(quote)));
  });
});
