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
