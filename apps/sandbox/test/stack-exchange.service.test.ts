import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { stackExchangeRouter } from '../src/stack-exchange/router.ts';
import { codeOf as code, type SiteOfSource, siteOfSource } from './site-of-source.ts';

let nowMs = 0;
const clock = { now: () => new Date(nowMs) };
let site: SiteOfSource;
let read: ReturnType<SiteOfSource['open']>;

beforeEach(async () => {
  nowMs = Date.parse('2026-11-29T12:00:00Z');
  site = await siteOfSource('stack-exchange', { router: stackExchangeRouter({ clock: () => nowMs }), clock });
  read = site.open({ STACK_EXCHANGE_URL: site.url });
});
afterEach(() => site.stop());

const page = (community: string, after: string | null = null, limit = 100) =>
  read.newPosts(community, { after, limit });
describe('questions of Stack Exchange', () => {
  it('of a tag, with their texts and authors', async () => {
    const { posts, after } = await page('stackoverflow/tag:invoices');
    expect(after).toBeNull();
    expect(posts.map(({ id }) => id)).toEqual(['stackoverflow.101', 'stackoverflow.102']);
    expect(posts[0]).toEqual({
      id: 'stackoverflow.101',
      community: 'stackoverflow/tag:invoices',
      title: 'Generate numbered invoices as PDF & email them',
      selftext: expect.stringContaining('Is there a library or a hosted tool'),
      author: 'lena',
      url: 'https://stackoverflow.com/questions/101/a-question',
      score: 2,
      comments: 1,
      createdAt: new Date('2026-11-29T11:10:00Z'),
    });
    expect(posts[1]?.selftext).toContain('Math.round(x * 100) / 100');
  });

  it('of a site, page by page, and of a search', async () => {
    const first = await page('freelancing', null, 1);
    expect([first.posts[0]?.title, first.after]).toEqual(['Client is 60 days late: which tool chases payments?', '2']);
    expect((await page('freelancing', first.after, 1)).posts[0]?.title).toBe('Who signs first?');
    expect((await page('stackoverflow/search:vat invoice')).posts.map(({ id }) => id)).toEqual(['stackoverflow.102']);
  });

  it('are looked for before a community is added', async () => {
    expect(await read.findCommunity?.('freelancing/tag:payment')).toBe('freelancing/tag:payment');
    expect(await code(read.findCommunity?.('freelancing/tag:invoicez'))).toBe('source.not-found');
    expect(await code(read.findCommunity?.('nosuchsite'))).toBe('source.not-found');
  });

  it('say which of them are gone', async () => {
    const states = await read.recheck?.states(['freelancing.7', 'freelancing.9', 'stackoverflow.103']);
    expect(states?.get('freelancing.9')).toEqual({ kind: 'removed', by: 'unknown' });
    expect(states?.get('freelancing.7')).toMatchObject({ kind: 'present', now: { comments: 1 } });
    expect(states?.get('stackoverflow.103')?.kind).toBe('present');
    // One request a site.
    expect(site.asked).toHaveLength(2);
  });
});

describe('the limits of the API', () => {
  it('a backoff is waited for', async () => {
    await page('stackoverflow/tag:sandbox_backoff');
    expect(await code(page('freelancing'))).toBe('source.rate-limited');
    expect(site.asked).toHaveLength(1);
    nowMs += 10_000;
    expect((await page('freelancing')).posts).toHaveLength(2);
  });

  it('a throttled address waits as long as it is told', async () => {
    await expect(page('stackoverflow/tag:sandbox_throttled')).rejects.toMatchObject({
      details: { retryAfterSeconds: 4321 },
    });
    nowMs += 4_320_000;
    expect(await code(page('freelancing'))).toBe('source.rate-limited');
    nowMs += 2_000;
    expect((await page('freelancing')).posts).toHaveLength(2);
  });

  it('sends 300 requests a day', async () => {
    for (let n = 0; n < 300; n += 1) {
      await page('freelancing', null, 1);
      nowMs += 100;
    }
    expect(await code(page('freelancing'))).toBe('source.rate-limited');
    expect(site.asked).toHaveLength(300);
    nowMs += 24 * 3_600_000;
    expect((await page('freelancing')).posts).toHaveLength(2);
  });

  it.each([
    ['sandbox_500', 'source.unavailable'],
    ['sandbox_503', 'source.unavailable'],
    ['sandbox_403', 'source.refused'],
  ])('%s is %s', async (tag, expected) => {
    expect(await code(page(`stackoverflow/tag:${tag}`))).toBe(expected);
  });
});
