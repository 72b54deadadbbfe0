import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { allowedOutside, openOutbound } from '@earshot/outbound';
import { embeddedKeyValue } from '@earshot/service-kit';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { PollReader } from '../src/define-source.ts';
import { feedReader } from '../src/feed/source.ts';

interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

const start = new Date('2026-11-29T12:00:00Z');
let nowMs = start.getTime();
const clock = { now: () => new Date(nowMs) };
const minuteMs = 60_000;
let server: Server;
let site = '';
let replies: Record<string, Reply | ((req: IncomingMessage) => Reply)> = {};
let asked: { path: string; headers: IncomingMessage['headers'] }[] = [];
let kv: ReturnType<typeof embeddedKeyValue>;
let outcomes: string[] = [];
let reader: PollReader;

beforeAll(async () => {
  server = createServer((req, res) => {
    const path = req.url ?? '';
    asked.push({ path, headers: req.headers });
    const reply = replies[path] ?? { status: 404 };
    const { status = 200, headers = {}, body = '' } = typeof reply === 'function' ? reply(req) : reply;
    res.writeHead(status, headers).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  site = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(async () => {
  nowMs = start.getTime();
  [replies, asked, outcomes] = [{}, [], []];
  await kv?.stop();
  kv = embeddedKeyValue({ clock });
  reader = open();
});
afterAll(() => kv.stop());

/** Another process has its own reader over the same store. */
function open(): PollReader {
  return feedReader({
    fetcher: openOutbound(allowedOutside.parse('127.0.0.0/8')).guarded,
    kv,
    clock,
    metrics: { requested: (outcome) => outcomes.push(outcome), heldBack: () => outcomes.push('held back') },
  });
}

const feedOf = (...titles: readonly string[]) =>
  `<rss version="2.0"><channel><title>Quiet forum</title>${titles
    .map((title) => `<item><title>${title}</title><link>/t/${encodeURIComponent(title)}</link></item>`)
    .join('')}</channel></rss>`;
const name = (path: string) => `${site}${path}#A feed`;
const read = async (path: string, by = reader) => {
  const { posts } = await by.newPosts(name(path), { after: null, limit: 100 });
  return posts.map(({ title }) => title);
};
const problem = (reading: Promise<unknown>) =>
  reading.then(
    () => null,
    (error: unknown) => error,
  );

describe('reading a feed', () => {
  it('sends one request in ten minutes, whoever asks, and in between gives the same posts', async () => {
    replies['/feed'] = { body: feedOf('One', 'Two') };
    expect(await read('/feed')).toEqual(['One', 'Two']);
    replies['/feed'] = { body: feedOf('Three') };
    nowMs += 9 * minuteMs;
    expect(await read('/feed', open())).toEqual(['One', 'Two']);
    expect(asked).toHaveLength(1);
    nowMs += minuteMs;
    expect(await read('/feed', open())).toEqual(['Three']);
    expect(asked).toHaveLength(2);
  });

  it('asks whether it has changed, and reads it whole twice a day', async () => {
    replies['/feed'] = (req) =>
      req.headers['if-none-match'] === '"1"'
        ? { status: 304 }
        : { headers: { etag: '"1"', 'last-modified': 'Sun, 29 Nov 2026 11:00:00 GMT' }, body: feedOf('One') };
    expect(await read('/feed')).toEqual(['One']);
    nowMs += 10 * minuteMs;
    expect(await read('/feed')).toEqual([]);
    expect(asked[1]?.headers['if-modified-since']).toBe('Sun, 29 Nov 2026 11:00:00 GMT');
    nowMs += 12 * 60 * minuteMs;
    expect(await read('/feed')).toEqual(['One']);
    expect(outcomes).toEqual(['ok', 'ok', 'ok']);
  });

  it('waits as long as the feed says, also after an answer that it has not changed', async () => {
    const headers = { etag: '"1"' };
    replies['/feed'] = {
      headers,
      body: feedOf('One').replace('<title>Quiet', '<ttl>60</ttl><title>Quiet'),
    };
    await read('/feed');
    nowMs += 59 * minuteMs;
    await read('/feed');
    expect(asked).toHaveLength(1);
    nowMs += minuteMs;
    await read('/feed');
    expect(asked).toHaveLength(2);
    replies['/feed'] = { status: 304 };
    nowMs += 60 * minuteMs;
    await read('/feed');
    nowMs += 59 * minuteMs;
    await read('/feed');
    expect(asked).toHaveLength(3);
  });

  it('waits after 429 and 503 as long as they say, and says so to everyone who asks', async () => {
    replies['/feed'] = { status: 429, headers: { 'retry-after': '1800' } };
    expect(await problem(read('/feed'))).toMatchObject({
      code: 'source.rate-limited',
      details: { retryAfterSeconds: 1800 },
    });
    nowMs += 29 * minuteMs;
    expect(await problem(read('/feed', open()))).toMatchObject({
      code: 'source.rate-limited',
      details: { retryAfterSeconds: 60 },
    });
    expect(asked).toHaveLength(1);
    nowMs += minuteMs;
    replies['/feed'] = { status: 503, headers: { 'retry-after': 'Sun, 29 Nov 2026 13:00:00 GMT' } };
    expect(await problem(read('/feed'))).toMatchObject({
      code: 'source.unavailable',
      message: expect.stringContaining('tries again in 30 minutes'),
    });
  });

  it('says what is wrong with one that cannot be read', async () => {
    replies = {
      '/secret': { status: 403 },
      '/page': { body: '<html><title>Hello</title></html>' },
      '/film': { headers: { 'content-type': 'video/mp4' }, body: 'x' },
      '/large': { body: Buffer.alloc(6 * 1024 * 1024, 'x') },
      '/inside': { status: 302, headers: { location: 'http://169.254.169.254/latest' } },
    };
    expect(await problem(read('/missing'))).toMatchObject({ code: 'source.not-found' });
    expect(await problem(read('/secret'))).toMatchObject({ code: 'source.refused', details: { status: 403 } });
    expect(await problem(read('/page'))).toMatchObject({
      code: 'source.unavailable',
      details: { reason: 'not a feed' },
    });
    expect(await problem(read('/film'))).toMatchObject({ details: { reason: 'unexpected content' } });
    expect(await problem(read('/large'))).toMatchObject({ details: { reason: 'answer too large' } });
    expect(await problem(read('/inside'))).toMatchObject({
      details: { reason: 'forbidden address', host: '169.254.169.254' },
    });
    expect(await problem(reader.newPosts('http://10.0.0.1/feed#x', { after: null, limit: 1 }))).toMatchObject({
      details: { reason: 'forbidden address' },
    });
  });

  it('ends with 410', async () => {
    replies['/feed'] = { status: 410 };
    expect(await problem(read('/feed'))).toMatchObject({ code: 'source.not-found' });
    nowMs += 7 * 24 * 60 * minuteMs;
    expect(await problem(read('/feed'))).toMatchObject({ code: 'source.not-found' });
    expect(asked).toHaveLength(1);
  });

  it('reads other charsets and follows redirects', async () => {
    const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?>' + feedOf('Café'), 'latin1');
    replies = { '/old': { status: 301, headers: { location: '/feed' } }, '/feed': { body: latin } };
    expect(await read('/old')).toEqual(['Café']);
  });
});

describe('the feed that an address means', () => {
  const find = (typed: string) => reader.findCommunity?.(typed);

  it('is itself, under the title of the site unless it was named', async () => {
    replies['/feed'] = { body: feedOf('One') };
    const label = `${site.replace('http://', '')}/feed`;
    expect(await find(`${site}/feed#${label}`)).toBe(`${site}/feed#Quiet forum`);
    expect(await find(`${site}/feed#My forum`)).toBe(`${site}/feed#My forum`);
    // The first scan uses the same answer.
    expect(await read('/feed')).toEqual(['One']);
    expect(asked).toHaveLength(1);
    // Others find it under the same name, also once that answer is gone, and if the feed has not changed since.
    replies['/feed'] = { status: 304 };
    for (const minutes of [11, 5]) {
      nowMs += minutes * minuteMs;
      expect(await find(`${site}/feed#${label}`)).toBe(`${site}/feed#Quiet forum`);
    }
    expect(asked).toHaveLength(2);
  });

  it('is the one that its page names', async () => {
    const link = '<link rel="alternate" type="application/rss+xml" href="/blog/feed.xml">';
    replies = {
      '/blog': { headers: { 'content-type': 'text/html' }, body: `<head>${link}</head>` },
      '/blog/feed.xml': { body: feedOf('One') },
    };
    const typed = `${site}/blog#${site.replace('http://', '')}/blog`;
    expect(await find(typed)).toBe(`${site}/blog/feed.xml#Quiet forum`);
    // Asked again, also by another process, it is known.
    expect(await open().findCommunity?.(typed)).toBe(`${site}/blog/feed.xml#Quiet forum`);
    expect(asked.map(({ path }) => path)).toEqual(['/blog', '/blog/feed.xml']);
  });

  it('is the one that forum software keeps, even if the page refuses robots', async () => {
    replies = { '/c/help/5': { status: 403 }, '/c/help/5.rss': { body: feedOf('One') } };
    expect(await find(`${site}/c/help/5#x`)).toBe(`${site}/c/help/5.rss#x`);
  });

  it('is none if nothing there is a feed', async () => {
    replies['/about'] = { headers: { 'content-type': 'text/html' }, body: '<html><body>Hello</body></html>' };
    expect(await problem(Promise.resolve(find(`${site}/about#x`)))).toMatchObject({ code: 'source.not-found' });
  });
});
