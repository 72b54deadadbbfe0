import { afterEach, describe, expect, it } from '@jest/globals';
import { leavingKeyValue } from '@earshot/core/testing';
import { clientOf, closeAll, keyValue, newest, ok, page, siteOf, start } from './reddit-client.ts';

afterEach(closeAll);

describe('the request budget', () => {
  it('is shared by all processes of one client id, never overdrawn, and renewed with the window', async () => {
    let nowMs = start;
    const clock = { now: () => new Date(nowMs) };
    const kv = keyValue(clock);
    const site = await siteOf((_request, count) => ({
      headers: {
        'x-ratelimit-remaining': `${Math.max(0, 10 - count)}.0`,
        'x-ratelimit-reset': '300',
        'x-ratelimit-used': String(count),
      },
      body: page([]),
    }));
    const [first, second] = [clientOf(site, { clock, kv }), clientOf(site, { clock, kv })];
    await first.newPosts('x1', newest);
    const asked = Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? first : second).newPosts('x1', newest));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(9);
    expect(site.calls).toHaveLength(10);
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(refused?.reason).toMatchObject({ code: 'source.rate-limited', details: { retryAfterSeconds: 300 } });
    nowMs += 300_001;
    await second.newPosts('x1', newest);
    expect(site.calls).toHaveLength(11);
  });

  it('leaves the last hundredth of the window of the site unused', async () => {
    const site = await siteOf((_request, count) => ({
      headers: {
        'x-ratelimit-remaining': `${13 - count}.0`,
        'x-ratelimit-reset': '300',
        'x-ratelimit-used': String(987 + count),
      },
      body: page([]),
    }));
    const client = clientOf(site);
    for (let n = 0; n < 3; n += 1) await client.newPosts('x1', newest);
    await expect(client.newPosts('x1', newest)).rejects.toMatchObject({ code: 'source.rate-limited' });
    expect(site.calls).toHaveLength(3);
  });

  it('is the declared one until the site has reported what is left', async () => {
    const clock = { now: () => new Date(start) };
    const kv = keyValue(clock);
    const site = await siteOf(() => ok);
    const budget = { key: 'reddit', windows: [{ requests: 7, perSeconds: 600 }] };
    const clients = [clientOf(site, { clock, kv, budget }), clientOf(site, { clock, kv, budget })];
    const asked = Array.from({ length: 10 }, () => clients.map((client) => client.newPosts('x1', newest))).flat();
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
    expect(site.calls).toHaveLength(7);
  });

  it.each([
    ['doubled by a proxy', { 'x-ratelimit-remaining': '3, 2', 'x-ratelimit-reset': '300, 299' }, 2],
    ['of which one part is unreadable', { 'x-ratelimit-remaining': '3, x', 'x-ratelimit-reset': '300' }, 3],
  ])('follows a header %s, and logs it once', async (_what, headers, left) => {
    const lines: string[] = [];
    const site = await siteOf((_request, count) => (count === 1 ? { headers, body: page([]) } : ok));
    const client = clientOf(site, { lines });
    await client.newPosts('x1', newest);
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => client.newPosts('x1', newest)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(left);
    expect(lines.filter((line) => line.includes('x-ratelimit-remaining'))).toHaveLength(1);
  });

  it('reads the date in a Retry-After', async () => {
    const date = new Date(start + 75_000).toUTCString();
    const site = await siteOf(() => ({ status: 429, headers: { 'retry-after': date }, body: {} }));
    const limited = { code: 'source.rate-limited', details: { retryAfterSeconds: 75 } };
    await expect(clientOf(site).newPosts('x1', newest)).rejects.toMatchObject(limited);
  });

  it('follows the site when others used it up', async () => {
    const site = await siteOf((_request, count) => ({
      headers: { 'x-ratelimit-remaining': count === 1 ? '50' : '0.0', 'x-ratelimit-reset': '42' },
      body: page([]),
    }));
    const client = clientOf(site);
    await client.newPosts('x1', newest);
    await client.newPosts('x1', newest);
    await expect(client.newPosts('x1', newest)).rejects.toMatchObject({ details: { retryAfterSeconds: 42 } });
    expect(site.calls).toHaveLength(2);
  });

  it('without the key-value store, ten processes do not exceed it, and each soon tries the shared one again', async () => {
    let nowMs = start;
    const clock = { now: () => new Date(nowMs) };
    const kv = leavingKeyValue(keyValue(clock));
    kv.leave();
    const site = await siteOf((_request, count) => ({
      headers: { 'x-ratelimit-remaining': `${Math.max(0, 100 - count)}.0`, 'x-ratelimit-reset': '300' },
      body: page([]),
    }));
    const clients = Array.from({ length: 10 }, () => clientOf(site, { clock, kv }));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 15 }, () => clients.map((client) => client.newPosts('x1', newest))).flat(),
    );
    expect(site.calls.length).toBeGreaterThanOrEqual(50);
    expect(site.calls.length).toBeLessThanOrEqual(100);
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(refused?.reason).toMatchObject({ code: 'source.rate-limited', details: { retryAfterSeconds: 5 } });
    const sent = site.calls.length;
    kv.comeBack();
    await clients[0]?.newPosts('x1', newest);
    expect(site.calls).toHaveLength(sent + 1);
    kv.leave();
    nowMs += 300_001;
    await clients[0]?.newPosts('x1', newest);
    expect(site.calls).toHaveLength(sent + 2);
  });

  it('a process without the shared budget continues with a tenth of the last reported budget', async () => {
    const clock = { now: () => new Date(start) };
    const kv = leavingKeyValue(keyValue(clock));
    const site = await siteOf((_request, count) => ({
      headers: { 'x-ratelimit-remaining': String(30 - count), 'x-ratelimit-reset': '300' },
      body: page([]),
    }));
    const client = clientOf(site, { clock, kv });
    for (let n = 0; n < 5; n += 1) await client.newPosts('x1', newest);
    kv.leave();
    for (let n = 0; n < 2; n += 1) await client.newPosts('x1', newest);
    await expect(client.newPosts('x1', newest)).rejects.toMatchObject({ code: 'source.rate-limited' });
    expect(site.calls).toHaveLength(7);
  });

  it('a process that received a 429 still waits after an outage of the key-value store', async () => {
    let nowMs = start;
    const clock = { now: () => new Date(nowMs) };
    const kv = leavingKeyValue(keyValue(clock));
    kv.leave();
    const site = await siteOf((_request, count) =>
      count === 1 ? { status: 429, headers: { 'retry-after': '42' }, body: {} } : ok,
    );
    const client = clientOf(site, { clock, kv });
    const limited = { code: 'source.rate-limited', details: { retryAfterSeconds: 42 } };
    await expect(client.newPosts('x1', newest)).rejects.toMatchObject(limited);
    kv.comeBack();
    await expect(client.newPosts('x1', newest)).rejects.toMatchObject(limited);
    expect(site.calls).toHaveLength(1);
    nowMs += 42_001;
    expect((await client.newPosts('x1', newest)).posts).toHaveLength(1);
  });
});
