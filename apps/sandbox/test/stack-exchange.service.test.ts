import { createLogger, noMeters } from '@earshot/core';
import { allowedOutside, openOutbound } from '@earshot/outbound';
import { embeddedKeyValue } from '@earshot/service-kit';
import { sourceDefinition } from '@earshot/sources';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { z } from 'zod';
import { stackExchangeRouter } from '../src/stack-exchange/router.ts';

let nowMs = Date.parse('2026-11-29T12:00:00Z');
const clock = { now: () => new Date(nowMs) };
let asked: string[] = [];
let server: Server;
let kv: ReturnType<typeof embeddedKeyValue>;
let read: ReturnType<typeof readerAt>;

beforeEach(async () => {
  nowMs = Date.parse('2026-11-29T12:00:00Z');
  asked = [];
  kv = embeddedKeyValue({ clock });
  const app = express();
  app.use((req, _, next) => {
    asked.push(req.url);
    next();
  });
  app.use(stackExchangeRouter({ clock: () => nowMs }));
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  read = readerAt(`http://127.0.0.1:${port}`);
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await kv.stop();
});

/** The source as a process opens it. */
function readerAt(url: string) {
  const definition = sourceDefinition('stack-exchange');
  const source = definition?.open({
    settings: definition.settings.parse({ STACK_EXCHANGE_URL: url }),
    clock,
    kv,
    meters: noMeters,
    log: createLogger({ name: 'test', level: 'silent' }),
    outbound: openOutbound(allowedOutside.parse('')),
    sandboxUrl: () => '',
    ownUrl: undefined,
  });
  if (source?.read.kind !== 'poll') throw new Error('the source is not read by pages');
  return source.read;
}

const page = (community: string, after: string | null = null, limit = 100) =>
  read.newPosts(community, { after, limit });
const code = (reading: Promise<unknown> | undefined) =>
  Promise.resolve(reading).then(
    () => null,
    (error: unknown) => z.object({ code: z.string() }).parse(error).code,
  );

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
    expect(asked).toHaveLength(2);
  });
});

describe('the limits of the API', () => {
  it('a backoff is waited for', async () => {
    await page('stackoverflow/tag:sandbox_backoff');
    expect(await code(page('freelancing'))).toBe('source.rate-limited');
    expect(asked).toHaveLength(1);
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
    expect(asked).toHaveLength(300);
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
