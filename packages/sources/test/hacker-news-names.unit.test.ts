import { describe, expect, it } from '@jest/globals';
import { hackerNewsNames } from '../src/hacker-news/names.ts';

const { community, author } = hackerNewsNames;

describe('names of Hacker News communities', () => {
  it.each([
    ['ask', 'ask'],
    ['Ask HN', 'ask'],
    ['  ask hn ', 'ask'],
    ['https://news.ycombinator.com/ask', 'ask'],
    ['SHOW HN', 'show'],
    ['news.ycombinator.com/shownew', 'show'],
    ['HN new', 'new'],
    ['https://news.ycombinator.com/newest', 'new'],
    ['hn Comments', 'comments'],
    ['search:invoicing tool', 'search:invoicing tool'],
    ['Search:  Invoicing \t  TOOL ', 'search:invoicing tool'],
    ['HN search: crm', 'search:crm'],
    ['search:"late payment" -jobs', 'search:"late payment" -jobs'],
    ['https://hn.algolia.com/?q=x&query=late%20payments', 'search:late payments'],
    ['search:ask', 'search:ask'],
    ['Late  payments', 'search:late payments'],
    ['constructor', 'search:constructor'],
    ['<https://news.ycombinator.com/ask>', 'ask'],
    [`search:${'x'.repeat(80)}`, `search:${'x'.repeat(80)}`],
  ])('reads %j as %j', (text, name) => {
    expect(community.parse(text)).toEqual({ name });
  });

  it.each(['', '<>', 'r/SaaS', 'https://news.ycombinator.com/item?id=1', 'https://example.org/ask'])(
    'explains which names there are instead of taking %j',
    (text) => {
      expect(community.parse(text)).toEqual({
        problem: 'Type Ask HN, Show HN, HN new or HN comments, or words to search for',
      });
    },
  );

  it.each(['!!', '?!', 'search:--', 'HN search: …!', '🙂🙂'])('refuses %j, which has no word to search for', (text) => {
    expect(community.parse(text)).toEqual({ problem: 'A search needs a word: type at least one letter or digit' });
  });

  it.each(['search:', 'search: a ', 'HN search:', 'x', `search:${'x'.repeat(81)}`, 'search:\u0000\u200b\u0007x'])(
    'explains the length of a search instead of taking %j',
    (text) => {
      expect(community.parse(text)).toEqual({ problem: 'A search has 2 to 80 characters' });
    },
  );

  it('reads every label back as the name that it labels', () => {
    for (const name of [...community.suggestions, 'search:late payments'])
      expect(community.parse(community.label(name))).toEqual({ name });
    expect(community.suggestions.map(community.label)).toEqual(['Ask HN', 'Show HN', 'HN new', 'HN comments']);
    expect(community.label('search:late payments')).toBe('HN search: late payments');
  });

  it('gives the address of each page, and reads it back', () => {
    expect(community.url('ask')).toBe('https://news.ycombinator.com/ask');
    expect(community.url('search:a&b c')).toBe('https://hn.algolia.com/?query=a%26b+c&sort=byDate&type=all');
    for (const name of [...community.suggestions, 'search:a&b c'])
      expect(community.parse(community.url(name))).toEqual({ name });
  });

  it('writes authors as the site does', () => {
    expect(author.label('quietbuild')).toBe('quietbuild');
  });
});
