import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { githubRouter } from '../src/github/router.ts';
import { codeOf as code, type SiteOfSource, siteOfSource } from './site-of-source.ts';

let nowMs = 0;
const clock = { now: () => new Date(nowMs) };
let site: SiteOfSource;

beforeEach(async () => {
  nowMs = Date.parse('2026-11-29T12:00:00Z');
  site = await siteOfSource('github', { router: githubRouter({ clock: () => nowMs }), clock });
});
afterEach(() => site.stop());

const readerWith = (settings = {}) => site.open({ GITHUB_API_URL: site.url, ...settings });
const page = (words: string, read = readerWith()) => read.newPosts(words, { after: null, limit: 100 });
describe('issues that a search finds', () => {
  it('are those that people wrote, newest first, without the hints of templates', async () => {
    const { posts } = await page('invoices');
    expect(posts.map(({ id }) => id)).toEqual([
      'acme/billing/issues/41',
      'studio/ledger/issues/7',
      'studio/ledger/issues/8',
    ]);
    expect(posts[0]).toEqual({
      id: 'acme/billing/issues/41',
      community: 'invoices',
      title: 'Chase overdue invoices automatically',
      selftext:
        'We send invoices with this library and then chase every late payment by hand. Is there a tool that sends reminders for overdue invoices?',
      author: 'lena-b',
      url: 'https://github.com/acme/billing/issues/41',
      score: 3,
      comments: 2,
      createdAt: new Date('2026-11-29T11:30:00Z'),
    });
    expect(posts[2]?.author).toBe('ghost');
    expect(new URL(site.asked[0]?.path ?? '', site.url).searchParams.get('q')).toBe(
      'invoices is:issue created:>=2026-10-30',
    );
    expect(site.asked).toEqual([{ path: site.asked[0]?.path, token: undefined }]);
  });

  it('of one repository', async () => {
    expect((await page('repo:studio/ledger')).posts).toHaveLength(2);
  });

  it('come with discussions if there is a token', async () => {
    const { posts } = await page('invoices', readerWith({ GITHUB_TOKEN: 'a-token' }));
    expect(posts[0]).toMatchObject({ id: 'studio/ledger/discussions/3', author: 'noor', score: 5 });
    expect(posts).toHaveLength(4);
    expect(site.asked.map(({ token }) => token)).toEqual(['Bearer a-token', 'Bearer a-token']);
  });

  it('say which of them are gone; nothing is said about discussions', async () => {
    const ids = ['studio/ledger/issues/9', 'studio/ledger/issues/7', 'studio/ledger/discussions/3'];
    const states = await readerWith().recheck?.states(ids);
    expect([...(states ?? [])].map(([id, { kind }]) => [id, kind])).toEqual([
      ['studio/ledger/issues/9', 'removed'],
      ['studio/ledger/issues/7', 'present'],
    ]);
  });
});

describe('the limits and errors of GitHub', () => {
  it.each([
    ['sandbox_401', 'source.refused'],
    ['sandbox_403', 'source.refused'],
    ['sandbox_422', 'source.not-found'],
    ['sandbox_429', 'source.rate-limited'],
    ['sandbox_500', 'source.unavailable'],
    ['sandbox_half', 'source.unavailable'],
  ])('%s is %s', async (word, expected) => {
    expect(await code(page(`invoices ${word}`))).toBe(expected);
  });

  it('items that are not as documented are left out', async () => {
    expect((await page('sandbox_malformed')).posts).toEqual([]);
  });

  it('a limit is waited for as long as the answer says', async () => {
    await code(page('sandbox_429'));
    expect(await code(page('invoices'))).toBe('source.rate-limited');
    nowMs += 90_000;
    expect((await page('invoices')).posts).toHaveLength(3);
    expect(site.asked).toHaveLength(2);
  });

  it('a used-up hour is waited for until it ends', async () => {
    nowMs += 50 * 60_000;
    await page('sandbox_used_up');
    await expect(page('invoices')).rejects.toMatchObject({ details: { retryAfterSeconds: 600 } });
    nowMs += 600_000;
    expect((await page('invoices')).posts).toHaveLength(3);
  });

  it('10 searches a minute and 60 requests an hour are sent without a token', async () => {
    for (let n = 0; n < 10; n += 1) await page('invoices');
    expect(await code(page('invoices'))).toBe('source.rate-limited');
    for (let minute = 1; minute < 6; minute += 1) {
      nowMs += 60_000;
      for (let n = 0; n < 10; n += 1) await page('invoices');
    }
    nowMs += 60_000;
    expect(await code(page('invoices'))).toBe('source.rate-limited');
    expect(site.asked).toHaveLength(60);
  });
});
