import { describe, expect, it } from '@jest/globals';
import { keylessScorer } from '../src/keyless-scorer.ts';
import { prefilterer } from '../src/prefilter.ts';
import { type Business, PART_CATEGORIES, type Post, scoreOf, type Verdict } from '../src/scorer.ts';

const business: Business = {
  description:
    'Kettlewise: espresso machine repair and water filters for small cafes. We fix leaks and service grinders.',
  communities: ['espresso', 'smallbusiness'],
};

/** The pieces of random posts: every sign of the scorer, and texts that could shift an index or break a pattern. */
const pieces = [
  'Looking for somebody who can repair our espresso machine',
  'can anyone recommend a good filter',
  'we are struggling with the grinder',
  'how much would it cost?',
  'need it by tomorrow, urgent!',
  'we offer a free trial, use code CAFE',
  '[Hiring] barista, full-time position',
  'EDIT: solved, thank you',
  'This or that machine, or something else?',
  'it leaks, it is broken, I hate it and nobody can help me',
  'of course a bit kind of',
  'İstanbul İİİ ǅ ŉ ΐ ﬃ ß ẞ',
  '👩‍👩‍👧‍👦 🏳️‍🌈 \u{1F1E9}\u{1F1EA}',
  'ne\u0301cessaire a\u030A zalgo h̷̡̛e̵͝l̶p',
  '\u202Eright to left\u202C שלום مرحبا',
  '日本語のエスプレッソ。助けて！',
  '\uD800 alone \uDC00',
  '\u0000\u0007\u200B\uFEFF',
  '((( [[ {{ $^ \\d+ .*? )',
  '<b>bold</b> &amp; | table | ``` code',
  'x'.repeat(700),
  '\n\n\r\n\t',
  '. ! ? …',
  '',
];

/** A generator of numbers from 0 to 1, equal for equal seeds (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function randomPosts(count: number): Post[] {
  const next = numbers(20261122);
  const text = (most: number): string =>
    Array.from(
      { length: Math.floor(next() * (most + 1)) },
      () => pieces[Math.floor(next() * pieces.length)] ?? '',
    ).join([' ', '. ', '\n', ''][Math.floor(next() * 4)]);
  return Array.from({ length: count }, (_, n) => ({
    id: `p${String(n)}`,
    community: next() < 0.5 ? 'espresso' : 'İstanbul',
    title: text(3),
    // Every fiftieth post is as long as the site allows.
    selftext: n % 50 === 0 ? text(6).repeat(2000).slice(0, 40_000) : text(8),
  }));
}

describe('for any post', () => {
  const posts = randomPosts(2000);
  const scored = (some: readonly Post[]): Promise<Verdict[]> => keylessScorer().score(business, some);

  it('each quote is a piece of its title or text, letter by letter, and each category is one of the closed ones', async () => {
    const verdicts = await scored(posts);
    const wrong = verdicts.flatMap(({ parts }, at) => {
      const { title = '', selftext = '' } = posts[at] ?? {};
      return parts.filter(
        ({ name, category, quote }) =>
          !PART_CATEGORIES[name].some((known) => known === category) ||
          (quote !== null && (quote === '' || !(title.includes(quote) || selftext.includes(quote)))),
      );
    });
    expect(wrong).toEqual([]);
    const quotes = verdicts.flatMap(({ parts }) => parts.filter(({ quote }) => quote !== null));
    expect(quotes.length).toBeGreaterThan(posts.length);
  });

  it('its parts add up to its score, from 0.0 to 10.0 with one decimal', async () => {
    for (const { score, parts } of await scored(posts)) {
      expect(score).toBe(scoreOf(parts));
      expect(score).toBe(Math.round((score ?? -1) * 10) / 10);
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(10);
      for (const { points } of parts) expect(Math.abs(points * 10 - Math.round(points * 10))).toBeLessThan(1e-9);
    }
  });

  it('it has the same verdict alone, in another order and by another scorer of the version', async () => {
    const verdicts = await scored(posts);
    expect((await scored(posts.toReversed())).toReversed()).toEqual(verdicts);
    const scorer = keylessScorer();
    for (const [at, one] of posts.slice(0, 200).entries()) {
      expect(await scorer.score(business, [one])).toEqual([verdicts[at]]);
    }
  });

  it('the pre-filter keeps it or reports why not, always with the same result', () => {
    const { kept, dropped } = prefilterer()(business, posts);
    expect(kept.length + dropped.length).toBe(posts.length);
    expect(prefilterer()(business, posts.toReversed()).kept.toReversed()).toEqual(kept);
    expect(kept.length).toBeGreaterThan(0);
    expect(dropped.length).toBeGreaterThan(0);
  });
});
