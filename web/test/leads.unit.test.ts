import { shownQuote } from '@earshot/proto/values';
import { describe, expect, it } from '@jest/globals';
import { excerpt } from '../src/features/leads/excerpt.ts';
import {
  isNarrowed,
  listQuery,
  narrowings,
  noFilters,
  readFilters,
  writeFilters,
} from '../src/features/leads/filters.ts';
import { markQuotes } from '../src/features/leads/mark-quotes.ts';
import { byQuote } from '../src/features/leads/parts-by-quote.ts';
import { bandOf } from '../src/lib/score-band.ts';
import { pageWindow } from '../src/lib/page-window.ts';

it('a quote has an ellipsis on each side where its sentence goes on', () => {
  const texts = ['Need an app', 'Hi all! We use paper, and it is slow.\n- lost two jobs (really)\nAny tips'];
  const shown = (quote: string) => shownQuote(quote, texts);
  expect(shown('Need an app')).toBe('Need an app');
  expect(shown('an app')).toBe('…an app');
  expect(shown('We use paper, and it is slow.')).toBe('We use paper, and it is slow.');
  expect(shown('We use paper')).toBe('We use paper…');
  expect(shown('and it is slow')).toBe('…and it is slow');
  expect(shown('use paper')).toBe('…use paper…');
  expect(shown('- lost two jobs (really)')).toBe('- lost two jobs (really)');
  expect(shown('Any tips')).toBe('Any tips');
  expect(shown('of another post')).toBe('of another post');
});

describe('marking the quotes that earned a score', () => {
  const part = (quote: string | null, note: string, points = 1) => ({ quote, note, points });

  it('leaves a text without quotes whole', () => {
    expect(markQuotes('Any advice?', [part(null, 'fit'), part('not there', 'need')])).toEqual([
      { text: 'Any advice?', note: null, parts: [] },
    ]);
  });

  it('marks quotes in the order of the text', () => {
    const parts = [part('today', 'urgent'), part('need a tool', 'need')];
    expect(markQuotes('I need a tool today.', parts)).toEqual([
      { text: 'I ', note: null, parts: [] },
      { text: 'need a tool', note: 'need', parts: [1] },
      { text: ' ', note: null, parts: [] },
      { text: 'today', note: 'urgent', parts: [0] },
      { text: '.', note: null, parts: [] },
    ]);
  });

  it('marks no words that earned nothing', () => {
    expect(markQuotes('Sent in August.', [part('in August', 'soon', 0)])).toEqual([
      { text: 'Sent in August.', note: null, parts: [] },
    ]);
  });

  it('joins quotes that overlap, with both notes', () => {
    expect(markQuotes('need a tool now', [part('need a tool', 'need'), part('tool now', 'urgent')])).toEqual([
      { text: 'need a tool now', note: 'need; urgent', parts: [0, 1] },
    ]);
  });

  it('loses no character with any quotes', () => {
    const text = 'aXa aXa <b>aXa</b>';
    const segments = markQuotes(text, [part('aXa', '1'), part('Xa a', '2'), part('</b>', '3'), part(' ', '4')]);
    expect(segments.map((segment) => segment.text).join('')).toBe(text);
  });
});

describe('the rows of a score', () => {
  const row = (quote: string | null, points: number) =>
    ({ name: 'need', category: 'help', quote, note: '', points }) as const;

  it('show a quote once, after the last part that rests on it, and no part without points', () => {
    const parts = [row('a tool', 2), row(null, 1), row('a tool', 1), row('today', 0), row('by Friday', -1)];
    expect(byQuote(parts).map(({ part, index, quoted }) => [part.quote, index, quoted])).toEqual([
      ['a tool', 0, null],
      ['a tool', 2, [0, 2]],
      [null, 1, [1]],
      ['by Friday', 4, [4]],
    ]);
  });
});

describe('excerpt', () => {
  it('keeps 200 characters and shows that there is more', () => {
    expect(excerpt('a'.repeat(200))).toBe('a'.repeat(200));
    expect(excerpt('a'.repeat(201))).toBe(`${'a'.repeat(200)}…`);
  });

  it('cuts between words, and the ellipsis follows no other mark', () => {
    const words = 'word '.repeat(39);
    expect(excerpt(`${words}abcdefghij`)).toBe(`${words.trimEnd()}…`);
    expect(excerpt(`${'word '.repeat(38)}by e-mail. Then more of it`)).toBe(`${'word '.repeat(38)}by e-mail…`);
  });

  it('never cuts a character in half', () => {
    expect(excerpt('😀'.repeat(201))).toBe(`${'😀'.repeat(200)}…`);
  });
});

describe('filters in the address', () => {
  it('reads nothing as no filter, without a time range', () => {
    expect(readFilters(new URLSearchParams())).toEqual(noFilters);
  });

  it('writes only what differs from the defaults, and reads it back', () => {
    const filters = {
      ...noFilters,
      q: 'late invoices',
      subreddit: 'SaaS',
      minScore: 7,
      timeRange: '7d',
      sortBy: 'score-low',
      page: 3,
    } as const;
    const search = writeFilters(filters);
    expect(search.toString()).toBe('q=late+invoices&subreddit=SaaS&minScore=7&timeRange=7d&sortBy=score-low&page=3');
    expect(readFilters(search)).toEqual(filters);
  });

  it('keeps the fraction of a minimum score in the address', () => {
    const filters = readFilters(new URLSearchParams('minScore=7.5'));
    expect(filters.minScore).toBe(7.5);
    expect(writeFilters(filters).toString()).toBe('minScore=7.5');
  });

  it('sends a minimum score only if it is set, and counts active filters', () => {
    expect(listQuery(noFilters)).not.toHaveProperty('minScore');
    expect(listQuery({ ...noFilters, minScore: 7.5, page: 3 })).toEqual({
      q: '',
      subreddit: '',
      source: '',
      minScore: 7.5,
      status: '',
      relevance: '',
      timeRange: '',
      sortBy: 'open',
    });
    expect(narrowings({ ...noFilters, minScore: 7, status: 'new', page: 3 })).toBe(2);
    expect(narrowings({ ...noFilters, q: 'late invoices' })).toBe(1);
    expect(narrowings({ ...noFilters, subreddit: 'ask', source: 'reddit' })).toBe(2);
  });

  it.each([
    'minScore=-1',
    'minScore=11',
    'minScore=x',
    'status=gone',
    'page=0',
    'page=1.5',
    'sortBy=magic',
    'timeRange=1y',
    'source=nowhere',
  ])('ignores %s', (search) => expect(readFilters(new URLSearchParams(search))).toEqual(noFilters));

  it('does not count sort and page as narrowing', () => {
    expect(isNarrowed({ ...noFilters, sortBy: 'oldest', page: 4 })).toBe(false);
    expect(isNarrowed({ ...noFilters, relevance: 'high' })).toBe(true);
  });
});

describe('page numbers', () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, 3, 4, 5]],
    [5, 9, [3, 4, 5, 6, 7]],
    [9, 9, [5, 6, 7, 8, 9]],
    [12, 9, [5, 6, 7, 8, 9]],
    [1, 0, []],
  ])('of page %i of %i', (page, pages, expected) => {
    expect(pageWindow(page, pages)).toEqual(expected);
  });
});

describe('score bands', () => {
  it.each([
    [10, 'high'],
    [9, 'high'],
    [8.9, 'middle'],
    [7, 'middle'],
    [6.9, 'low'],
  ])('%f is %s', (score, band) => expect(bandOf(score)).toBe(band));
});
