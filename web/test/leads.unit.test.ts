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
import { reasonsOf } from '../src/components/reasons.ts';
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
  const reason = (quote: string | null, note: string, index = 0) =>
    ({ part: { name: 'need', category: 'help', points: 1, quote, note }, index }) as const;

  it('leaves a text without quotes whole', () => {
    expect(markQuotes('Any advice?', [reason(null, 'fit'), reason('not there', 'need', 1)])).toEqual([
      { text: 'Any advice?', note: null, parts: [] },
    ]);
  });

  it('marks quotes in the order of the text', () => {
    const parts = [reason('today', 'urgent'), reason('need a tool', 'need', 1)];
    expect(markQuotes('I need a tool today.', parts)).toEqual([
      { text: 'I ', note: null, parts: [] },
      { text: 'need a tool', note: 'need', parts: [1] },
      { text: ' ', note: null, parts: [] },
      { text: 'today', note: 'urgent', parts: [0] },
      { text: '.', note: null, parts: [] },
    ]);
  });

  it('joins quotes that overlap, with both notes', () => {
    expect(markQuotes('need a tool now', [reason('need a tool', 'need'), reason('tool now', 'urgent', 1)])).toEqual([
      { text: 'need a tool now', note: 'need; urgent', parts: [0, 1] },
    ]);
  });

  it('loses no character with any quotes', () => {
    const text = 'aXa aXa <b>aXa</b>';
    const segments = markQuotes(text, [
      reason('aXa', '1'),
      reason('Xa a', '2', 1),
      reason('</b>', '3', 2),
      reason(' ', '4', 3),
    ]);
    expect(segments.map((segment) => segment.text).join('')).toBe(text);
  });
});

describe('the reasons of a score', () => {
  const row = (name: string, category: string, points: number, quote: string | null) => ({
    name,
    category,
    points,
    quote,
    note: '',
  });

  it('are few, in the order of need, problem, urgency or money and what speaks most against, and then one without a quote', () => {
    const parts = [
      row('fit', 'core', 3, 'invoices'),
      row('need', 'provider', 2, 'Looking for a tool'),
      row('stage', 'ready', 0.4, 'Budget is 200'),
      row('urgency', 'soon', 0.2, 'by Friday'),
      row('disqualifier', 'news', -1, 'was announced'),
      row('disqualifier', 'selling', -2, 'we offer'),
      row('disqualifier', 'off-topic', -3, null),
      row('profile', 'problem', 1, 'nobody pays'),
      row('wording', 'like-a-customer', 0.5, null),
    ];
    expect(reasonsOf(parts).map(({ index }) => index)).toEqual([1, 7, 2, 5, 8]);
    expect(reasonsOf([...parts, row('learned', 'raised', 0.3, null)]).at(-1)?.index).toBe(9);
  });

  it('leave out what earned nothing, and what speaks against from the rows for', () => {
    const parts = [row('need', 'help', 0, 'help'), row('fit', 'core', -1, 'invoices'), row('stage', 'ready', 0, 'now')];
    expect(reasonsOf(parts).map(({ index }) => index)).toEqual([1]);
  });

  it('do not hold against a post what buyers say', () => {
    const parts = [row('need', 'help', 2, 'a tool'), row('urgency', 'soon', -0.2, 'by Friday')];
    expect(reasonsOf(parts).map(({ index }) => index)).toEqual([0]);
  });

  it('show a quote once, after the last reason that rests on it', () => {
    const parts = [
      row('need', 'help', 2, 'a tool'),
      row('fit', 'core', 1, 'a tool'),
      row('news', 'news', -1, 'by Friday'),
    ];
    expect(byQuote(reasonsOf(parts)).map(({ part, index, quoted }) => [part.quote, index, quoted])).toEqual([
      ['a tool', 0, null],
      ['a tool', 1, [0, 1]],
      ['by Friday', 2, [2]],
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
      community: 'SaaS',
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
      status: 'new',
      relevance: '',
      timeRange: '',
      sortBy: 'open',
    });
    expect(narrowings({ ...noFilters, minScore: 7, status: 'all', page: 3 })).toBe(2);
    expect(narrowings({ ...noFilters, q: 'late invoices' })).toBe(1);
    expect(narrowings({ ...noFilters, community: 'ask', source: 'reddit' })).toBe(2);
  });

  it('shows new leads unless the address names another status or all', () => {
    expect(noFilters.status).toBe('new');
    for (const status of ['all', 'contacted', 'skipped']) {
      const filters = readFilters(new URLSearchParams({ status }));
      expect(filters.status).toBe(status);
      expect(writeFilters(filters).toString()).toBe(`status=${status}`);
      expect(isNarrowed(filters)).toBe(true);
    }
    expect(writeFilters(noFilters).toString()).toBe('');
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
