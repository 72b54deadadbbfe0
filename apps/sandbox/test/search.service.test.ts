import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseSearch } from '../src/domain/search-query.ts';
import { type Listing, listingOf, openSite, type Site } from './site.ts';

describe('the search syntax', () => {
  it.each([
    ['crm tool', '("crm") AND ("tool")'],
    ['crm OR "help desk"', '("crm" OR "help desk")'],
    ['title:invoice -free', '((title : "invoice")) NOT ("free")'],
    ['(a OR b) c', '("a" OR "b") AND ("c")'],
    ['"", *** :', null],
  ])('reads %s', (text, match) => {
    expect(parseSearch(text).match).toBe(match);
  });

  it('takes fields apart', () => {
    expect(parseSearch('author:quiet_otter subreddit:SEO flair:"Case Study" speed')).toEqual({
      match: '("speed")',
      author: 'quiet_otter',
      community: 'SEO',
      flair: 'Case Study',
    });
  });
});

describe('searching posts', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  const search = async (path: string): Promise<Listing> => listingOf(await site.ask(path));
  const textOf = (item: Record<string, unknown>): string =>
    `${String(item.title)} ${String(item.selftext)}`.toLowerCase();

  it('finds all words, in other forms too', async () => {
    const { items } = await search('/search?q=invoices+chased&limit=100');
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) expect(textOf(item)).toMatch(/invoic[\s\S]*chas|chas[\s\S]*invoic/);
  });

  it('is limited to the community only on request', async () => {
    const everywhere = await search('/r/SEO/search?q=the&limit=100');
    const inside = await search('/r/SEO/search?q=the&restrict_sr=True&limit=100');
    expect(inside.items.length).toBeGreaterThan(0);
    expect(inside.items.every((item) => item.subreddit === 'SEO')).toBe(true);
    expect(everywhere.items.length).toBeGreaterThan(inside.items.length);
  });

  it.each([
    ['new', 'created_utc'],
    ['top', 'score'],
    ['comments', 'num_comments'],
  ])('sorts by %s', async (sort, field) => {
    const values = (await search(`/search?q=the&sort=${sort}&limit=100`)).items.map((item) => Number(item[field]));
    expect(values.length).toBeGreaterThan(20);
    expect(values).toEqual([...values].sort((a, b) => b - a));
  });

  it('keeps to its period and pages like any listing', async () => {
    const day = await search('/search?q=the&t=day&limit=100');
    expect(day.items.every((item) => Number(item.created_utc) >= Date.UTC(2026, 10, 20, 12) / 1000)).toBe(true);
    const first = await search('/search?q=the&limit=10');
    const second = await search(`/search?q=the&limit=10&count=10&after=${first.after ?? ''}`);
    expect(first.names.filter((name) => second.names.includes(name))).toEqual([]);
  });

  it('takes anything a person may type', async () => {
    for (const text of ['"', 'NOT', 'OR OR', 'a AND', '*', "it's", 'title:', 'NEAR(a b)', '^x', 'a-b', '日本', '{x}']) {
      expect((await site.ask(`/search?q=${encodeURIComponent(text)}`)).status).toBe(200);
    }
    expect((await search('/search?q=')).items).toEqual([]);
    expect((await site.ask(`/search?q=${'x'.repeat(513)}`)).status).toBe(400);
  });
});
