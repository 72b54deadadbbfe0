import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { discourseRouter } from '../src/discourse/router.ts';
import documented from './discourse-openapi.json' with { type: 'json' };
import { codeOf as code, type SiteOfSource, siteOfSource } from './site-of-source.ts';

let nowMs = 0;
const clock = { now: () => new Date(nowMs) };
let site: SiteOfSource;
let read: ReturnType<SiteOfSource['open']>;

beforeEach(async () => {
  nowMs = Date.parse('2026-11-29T12:00:00Z');
  site = await siteOfSource('discourse', {
    router: discourseRouter({ clock: () => nowMs }),
    clock,
    allow: '127.0.0.1',
  });
  read = site.open();
});
afterEach(() => site.stop());

const search = (words: string) => `${site.url}/search?q=${encodeURIComponent(words)}`;
const page = (words: string, limit = 100) => read.newPosts(search(words), { after: null, limit });
const idsOf = async (words: string) => (await page(words)).posts.map(({ id }) => id.slice(site.url.length));
describe('posts that a search of a forum finds', () => {
  it('have their whole text, the title of their topic and an author', async () => {
    const { posts, after } = await page('overdue invoices');
    expect(after).toBeNull();
    expect(posts[0]).toEqual({
      id: `${site.url}/p/7002`,
      community: search('overdue invoices'),
      title: 'Invoices go out, payments come in six weeks late',
      selftext: 'Same here. I would pay for something that chases overdue invoices without annoying the client.',
      author: 'jonas',
      url: `${site.url}/t/invoices-go-out-payments-come-in-six-weeks-late/101/2`,
      score: 4,
      comments: 0,
      createdAt: new Date('2026-11-29T11:40:00Z'),
    });
    expect(posts.map(({ id }) => id.slice(-4))).toEqual(['7002', '7001']);
  });

  it('are official where the team of the forum wrote them', async () => {
    const { posts } = await page('invoices');
    expect(posts.filter(({ official }) => official).map(({ author }) => author)).toEqual(['forum_team', 'forum_team']);
  });

  it('are asked for their text once, and only as many as are read', async () => {
    await page('invoices', 2);
    expect(site.asked.map(({ path }) => path.split('?')[0])).toEqual([
      '/search.json',
      '/posts/7002.json',
      '/posts/7001.json',
    ]);
    expect(new URL(site.asked[0]?.path ?? '', site.url).searchParams.get('q')).toBe(
      'invoices after:2026-10-30 order:latest',
    );
    await page('invoices', 2);
    expect(site.asked).toHaveLength(4);
  });

  it('say who removed them, and what they answer', async () => {
    const ids = [7001, 7005, 7006, 7007].map((id) => `${site.url}/p/${id}`);
    const states = await read.recheck?.states(ids);
    expect(
      [...(states ?? [])].map(([, state]) => (state.kind === 'removed' ? state.by : state.now.selftext.slice(0, 7))),
    ).toEqual(['I run a', 'The exp', 'author', 'unknown']);
    expect(await read.parentText?.(`${site.url}/p/7002`)).toContain('I run a small studio');
    expect(await read.parentText?.(`${site.url}/p/7001`)).toBeNull();
  });

  it('are found whatever order and repetitions the forum sends', async () => {
    const expected = ['/p/7002', '/p/7001'];
    expect(await idsOf('overdue sandbox_reordered')).toEqual(expected);
    expect(new Set(await idsOf('overdue sandbox_duplicate'))).toEqual(new Set(expected));
    expect(await idsOf('overdue sandbox_malformed')).toEqual(expected);
  });
});

describe('what a forum does not answer', () => {
  it.each([
    ['sandbox_403', 'source.refused'],
    ['sandbox_429', 'source.rate-limited'],
    ['sandbox_503', 'source.unavailable'],
    ['sandbox_half', 'source.unavailable'],
    ['sandbox_page', 'source.not-found'],
  ])('%s is %s', async (word, expected) => {
    expect(await code(page(`invoices ${word}`))).toBe(expected);
  });

  it('a forum that asks to wait is left alone for as long', async () => {
    await code(page('invoices sandbox_429'));
    expect(await code(page('invoices'))).toBe('source.rate-limited');
    expect(site.asked).toHaveLength(1);
    nowMs += 12_000;
    expect((await page('invoices', 1)).posts).toHaveLength(1);
  });

  it('a site without a search of Discourse is no community', async () => {
    expect(await code(read.findCommunity?.(`${site.url}/shop/search?q=invoices`))).toBe('source.not-found');
    expect(await read.findCommunity?.(search('nothing like this'))).toBe(search('nothing like this'));
  });

  it('25 requests are sent in 10 seconds; a read that ends there is continued', async () => {
    for (let n = 0; n < 25; n += 1) await page('nothing like this');
    expect(await code(page('overdue'))).toBe('source.rate-limited');
    expect(site.asked).toHaveLength(25);
    nowMs += 10_000;
    expect(await idsOf('overdue')).toHaveLength(2);
  });
});

it('the stand-in answers as the documentation of Discourse describes', async () => {
  const answer = async (path: string): Promise<unknown> => (await fetch(`${site.url}${path}`)).json();
  // Forums also send the topics of what they find, which the documentation leaves out.
  const { topics, ...found } = z
    .looseObject({ topics: z.array(z.unknown()) })
    .parse(await answer('/search.json?q=invoices'));
  expect(topics).not.toHaveLength(0);
  expect(schemaOf(documented.search).safeParse(found).error?.issues).toBeUndefined();
  expect(schemaOf(documented.post).safeParse(await answer('/posts/7002.json')).error?.issues).toBeUndefined();
});

function schemaOf(description: unknown): z.ZodType {
  return z.fromJSONSchema(z.custom<Parameters<typeof z.fromJSONSchema>[0]>().parse(description));
}
