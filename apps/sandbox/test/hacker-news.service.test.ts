import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import express from 'express';
import { z } from 'zod';
import { createLogger, type KeyValue } from '@earshot/core';
import { leavingKeyValue } from '@earshot/core/testing';
import { embeddedKeyValue, processMetrics } from '@earshot/service-kit';
import { type PollReader, sourceDefinition } from '@earshot/sources';
import { pollReader } from '@earshot/testing';
import { allowedOutside, openOutbound } from '@earshot/outbound';
import { readItems } from '../src/hacker-news/items.ts';
import { hackerNewsRouter, type Refusal } from '../src/hacker-news/router.ts';
import { NOON } from './site.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

interface Clock {
  now(): Date;
}

/** A clock that a test advances. */
function handClock() {
  let nowMs = NOON;
  return {
    now: () => new Date(nowMs),
    pass: (seconds: number) => {
      nowMs += seconds * 1000;
    },
  };
}

/** A clock that runs five times as fast, for tests that wait. */
function fastClock(): Clock {
  const startedAt = performance.now();
  return { now: () => new Date(NOON + (performance.now() - startedAt) * 5) };
}

interface StandIn {
  readonly url: string;
  /** The requests so far, with their time on the test's clock. */
  readonly calls: { readonly path: string; readonly atMs: number }[];
  refuse: (call: number) => Refusal | null;
}

async function standIn(clock: Clock): Promise<StandIn> {
  const calls: StandIn['calls'] = [];
  const refuse = (path: string) => {
    calls.push({ path, atMs: clock.now().getTime() });
    return site.refuse(calls.length);
  };
  const router = hackerNewsRouter({ clock: () => NOON, refuse });
  const server: Server = createServer(express().use('/hacker-news', router));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => new Promise((resolve) => server.close(resolve)));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const site: StandIn = { url: `http://127.0.0.1:${port}/hacker-news`, calls, refuse: () => null };
  return site;
}

function keyValue(clock: Clock): KeyValue {
  const kv = embeddedKeyValue({ clock });
  open.push(() => kv.stop());
  return kv;
}

/** The source as a process opens it, with both addresses pointing to the stand-in. */
function readerAt(
  url: string,
  clock: Clock,
  kv: KeyValue,
): Required<Pick<PollReader, 'newPosts' | 'parentText'>> & { readonly isGone: (id: string) => Promise<boolean> } {
  const definition = sourceDefinition('hacker-news');
  if (definition === undefined) throw new Error('there is no source hacker-news');
  const { read, write } = definition.open({
    settings: definition.settings.parse({ HACKER_NEWS_URL: `${url}/`, HACKER_NEWS_SEARCH_URL: url }),
    clock,
    kv,
    meters: processMetrics(['scan-worker']).meters,
    log: createLogger({ name: 'sources', level: 'silent' }),
    outbound: openOutbound(allowedOutside.parse('')),
    sandboxUrl: () => 'http://127.0.0.1:9',
    ownUrl: undefined,
  });
  expect(write).toBeNull();
  const { newPosts, recheck, parentText } = pollReader(read);
  if (!recheck || !parentText) throw new Error('The Hacker News source does not read single items');
  return {
    newPosts,
    parentText,
    isGone: async (id) => (await recheck.states([id])).get(id)?.kind === 'removed',
  };
}

const newest = { after: null, limit: 100 };
const itemsThere = [...readItems(NOON / 1000).values()];

describe('Hacker News against the stand-in', () => {
  it('sends no request before the first read, and then reads every community to its end, page by page', async () => {
    const clock = handClock();
    const site = await standIn(clock);
    const reader = readerAt(site.url, clock, keyValue(clock));
    expect(site.calls).toEqual([]);
    const kinds = { ask: ['ask'], show: ['show'], new: ['ask', 'show', 'story'], comments: ['comment'] };
    for (const [community, wanted] of Object.entries(kinds)) {
      const ids: string[] = [];
      let after: string | null = null;
      do {
        clock.pass(1);
        const page: Awaited<ReturnType<typeof reader.newPosts>> = await reader.newPosts(community, { after, limit: 7 });
        ids.push(...page.posts.map(({ id }) => id));
        after = page.after;
      } while (after !== null);
      const expected = itemsThere.filter(
        (item) => wanted.includes(item.kind) && (item.stillIndexed === true || !(item.deleted ?? item.dead)),
      );
      expect(expected.length).toBeGreaterThan(6);
      expect(ids).toEqual(expected.map(({ id }) => String(id)));
    }
  });

  it('finds stories and comments by words, as plain text', async () => {
    const clock = handClock();
    const site = await standIn(clock);
    const { posts } = await readerAt(site.url, clock, keyValue(clock)).newPosts('search:late payment', newest);
    expect(posts.length).toBeGreaterThan(3);
    expect(posts.some(({ comments, score }) => comments === 0 && score === 0)).toBe(true);
    for (const { title, selftext, url, createdAt } of posts) {
      expect(`${title} ${selftext}`.toLowerCase()).toContain('late payment');
      expect(selftext).not.toMatch(/<p>|&#x27;/);
      expect(url).toMatch(/^https:\/\/news\.ycombinator\.com\/item\?id=\d+$/);
      expect(createdAt.getTime()).toBeLessThan(NOON);
    }
  });

  it('reads the text that a comment answers by the item API', async () => {
    const clock = fastClock();
    const site = await standIn(clock);
    const { parentText } = readerAt(site.url, clock, keyValue(clock));
    expect(await parentText('42000476')).toMatch(
      /^Same here\. I would happily pay for a tool that sends the reminders/,
    );
    const story = itemsThere.find(({ id }) => id === 42000434);
    const [title, ...text] = (await parentText('42000441'))?.split('\n\n') ?? [];
    expect(title).toBe(story?.title);
    expect(text.join(' ')).toMatch(/Budget is about \$40 a month/);
    expect(await parentText('42000434')).toBeNull();
    expect(await parentText('1')).toBeNull();
  });

  it('finds by the item API which posts were deleted or killed since the search indexed them', async () => {
    const clock = handClock();
    const site = await standIn(clock);
    const reader = readerAt(site.url, clock, keyValue(clock));
    const stale = itemsThere.filter(({ stillIndexed }) => stillIndexed === true);
    expect(stale.some(({ deleted }) => deleted === true) && stale.some(({ dead }) => dead === true)).toBe(true);
    const stateOf = async (id: string) => {
      clock.pass(1);
      return reader.isGone(id);
    };
    for (const { id } of stale) expect(await stateOf(String(id))).toBe(true);
    const there = itemsThere.find(({ deleted, dead }) => deleted === undefined && dead === undefined);
    expect(await stateOf(String(there?.id))).toBe(false);
    // An id that the API does not know yet may belong to a new item.
    expect(await stateOf('99999999')).toBe(false);
  });

  it('sends at most one request a second for the whole installation', async () => {
    const clock = fastClock();
    const site = await standIn(clock);
    const inner = keyValue(clock);
    const turns: number[] = [];
    // Turns are timed where they are granted, because the time that requests need to arrive varies.
    const lease: KeyValue['lease'] = async (name, ttlMs) => {
      const given = await inner.lease(name, ttlMs);
      if (given !== null) turns.push(clock.now().getTime());
      return given;
    };
    const kv: KeyValue = { ...inner, lease };
    const [first, second] = [readerAt(site.url, clock, kv), readerAt(site.url, clock, kv)];
    await Promise.all([
      ...['ask', 'show', 'new'].map((community) => first.newPosts(community, newest)),
      ...['42000007', '42000014', '42000021'].map((id) => second.isGone(id)),
    ]);
    expect(site.calls).toHaveLength(6);
    expect(turns).toHaveLength(6);
    for (const [index, at] of turns.entries())
      if (index > 0) expect(at - (turns[index - 1] ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('a process that must wait too long is sent back, and sends nothing', async () => {
    const clock = fastClock();
    const site = await standIn(clock);
    const kv = keyValue(clock);
    await kv.lease('source-turn:hacker-news:1:0', 600_000);
    const asked = readerAt(site.url, clock, kv).newPosts('ask', newest);
    await expect(asked).rejects.toMatchObject({ code: 'source.rate-limited', details: { retryAfterSeconds: 5 } });
    expect(site.calls).toEqual([]);
  });

  it('while the key-value store is away, a process keeps to a tenth of the pace', async () => {
    const clock = handClock();
    const site = await standIn(clock);
    const kv = leavingKeyValue(keyValue(clock));
    kv.leave();
    const reader = readerAt(site.url, clock, kv);
    const ask = () => reader.newPosts('ask', newest, AbortSignal.timeout(250)).catch(() => null);
    clock.pass(10);
    expect(await ask()).not.toBeNull();
    clock.pass(9);
    expect(await ask()).toBeNull();
    clock.pass(1);
    expect(await ask()).not.toBeNull();
    kv.comeBack();
    clock.pass(1);
    expect(await ask()).not.toBeNull();
    expect(site.calls).toHaveLength(3);
  });

  it('obeys Retry-After in every process, and still calls the other API', async () => {
    const clock = handClock();
    const site = await standIn(clock);
    const kv = keyValue(clock);
    const [first, second] = [readerAt(site.url, clock, kv), readerAt(site.url, clock, kv)];
    const limited = (retryAfterSeconds: number) => ({ code: 'source.rate-limited', details: { retryAfterSeconds } });
    await expect(first.newPosts('search:sandbox_429', newest)).rejects.toMatchObject(limited(5));
    clock.pass(4);
    await expect(second.newPosts('ask', newest)).rejects.toMatchObject(limited(1));
    expect(await second.isGone('42000007')).toBe(false);
    expect(site.calls).toHaveLength(2);
    clock.pass(1);
    expect((await second.newPosts('ask', newest)).posts).not.toHaveLength(0);
  });

  it('backs off twice as long after each failure, within bounds, and starts over after an answer', async () => {
    const clock = handClock();
    const site = await standIn(clock);
    const reader = readerAt(site.url, clock, keyValue(clock));
    site.refuse = () => ({ status: 503 });
    const waits: number[] = [];
    for (let failure = 1; failure <= 10; failure += 1) {
      await expect(reader.newPosts('ask', newest)).rejects.toMatchObject({ code: 'source.unavailable' });
      const held: unknown = await reader.newPosts('ask', newest).catch((error: unknown) => error);
      waits.push(
        z.object({ details: z.object({ retryAfterSeconds: z.number() }) }).parse(held).details.retryAfterSeconds,
      );
      clock.pass(waits.at(-1) ?? 0);
    }
    expect(site.calls).toHaveLength(10);
    waits.forEach((seconds, index) => {
      const most = Math.min(300, 2 * 2 ** index);
      expect(seconds).toBeGreaterThanOrEqual(most / 2);
      expect(seconds).toBeLessThanOrEqual(most);
    });
    site.refuse = () => null;
    await reader.newPosts('ask', newest);
    clock.pass(1);
    site.refuse = () => ({ status: 500 });
    await expect(reader.newPosts('ask', newest)).rejects.toMatchObject({ code: 'source.unavailable' });
    await expect(reader.newPosts('ask', newest)).rejects.toMatchObject({ code: 'source.rate-limited' });
    clock.pass(2);
    site.refuse = () => null;
    expect((await reader.newPosts('ask', newest)).posts).not.toHaveLength(0);
  });

  it('is unavailable if nothing answers, and is retried without a wait', async () => {
    const clock = handClock();
    const reader = readerAt('http://127.0.0.1:9', clock, keyValue(clock));
    for (let n = 0; n < 2; n += 1) {
      await expect(reader.newPosts('ask', newest)).rejects.toMatchObject({ code: 'source.unavailable' });
      clock.pass(1);
    }
  });
});
