import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { KeyValue } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { type Case, type OpenKeyValue, testCase } from './key-value-case.ts';
import { logCases } from './log-cases.ts';

/**
 * The contract of the KeyValue port as a jest suite that every adapter passes. `open` gives each case an empty store.
 */
export function describeKeyValue(name: string, open: () => Promise<OpenKeyValue>): void {
  describe(`key value: ${name}`, () => {
    let opened: OpenKeyValue;

    beforeEach(async () => {
      opened = await open();
    });

    afterEach(() => opened.close());

    it.each([...valueCases, ...counterCases, ...leaseCases, ...channelCases, ...logCases])('$name', ({ run }) =>
      run(opened),
    );
  });
}

/** Long enough that no stall of the machine lets it expire. */
const ttlMs = 60_000;

const valueCases: Case[] = [
  testCase('gives back what was set, to every client, until it is deleted', async ({ kv, other }) => {
    expect(await kv.get('a')).toBeNull();
    await kv.set('a', 'text with ünicode', { ttlMs });
    expect(await other.get('a')).toBe('text with ünicode');
    await other.delete('a');
    expect(await kv.get('a')).toBeNull();
    await kv.delete('a');
  }),
  testCase('an empty value is a value', async ({ kv }) => {
    await kv.set('a', '', { ttlMs });
    expect(await kv.get('a')).toBe('');
  }),
  testCase('a value expires after its time to live; setting it again restarts the time', async ({ kv, pass }) => {
    await kv.set('a', 'one', { ttlMs });
    await pass(ttlMs / 2);
    expect(await kv.get('a')).toBe('one');
    await kv.set('a', 'two', { ttlMs });
    await pass(ttlMs * 0.75);
    expect(await kv.get('a')).toBe('two');
    await pass(ttlMs / 2);
    expect(await kv.get('a')).toBeNull();
  }),
  testCase('refuses a time to live that is not positive', async ({ kv }) => {
    for (const ttlMs of [0, -1, NaN, Infinity]) {
      await expect(kv.set('a', 'x', { ttlMs })).rejects.toThrow(RangeError);
      await expect(kv.increment('a', { ttlMs })).rejects.toThrow(RangeError);
      await expect(kv.lease('a', ttlMs)).rejects.toThrow(RangeError);
    }
    expect(await kv.get('a')).toBeNull();
    const lease = await kv.lease('a', ttlMs);
    await expect(lease?.renew(0)).rejects.toThrow(RangeError);
  }),
  testCase('takes a time to live that is no whole number', async ({ kv }) => {
    await kv.set('a', 'x', { ttlMs: 60_000.25 });
    expect(await kv.increment('n', { ttlMs: 60_000.25 })).toBe(1);
    expect(await (await kv.lease('job', 60_000.25))?.renew(60_000.25)).toBe(true);
  }),
];

const counterCases: Case[] = [
  testCase('increments are atomic: of many at once, each gets a number of its own', async ({ kv, other }) => {
    const both = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? kv : other));
    const numbers = await Promise.all(both.map((client) => client.increment('n', { ttlMs })));
    expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    expect(await kv.get('n')).toBe('50');
  }),
  testCase('increments by what is asked, also downwards', async ({ kv }) => {
    expect(await kv.increment('n', { by: 5, ttlMs })).toBe(5);
    expect(await kv.increment('n', { by: -2, ttlMs })).toBe(3);
  }),
  testCase('the time to live of a counter starts with its first increment', async ({ kv, pass }) => {
    await kv.increment('n', { ttlMs });
    await pass(ttlMs * 0.75);
    expect(await kv.increment('n', { ttlMs })).toBe(2);
    await pass(ttlMs * 0.5);
    expect(await kv.get('n')).toBeNull();
    expect(await kv.increment('n', { ttlMs })).toBe(1);
  }),
  testCase('refuses to increment what is no integer, and leaves it', async ({ kv }) => {
    for (const text of ['text', '', ' 1', '1.5', '1e3', '0x10']) {
      await kv.set('a', text, { ttlMs });
      await expect(kv.increment('a', { ttlMs })).rejects.toThrow('no integer');
      expect(await kv.get('a')).toBe(text);
    }
  }),
  testCase('refuses to increment by what is no integer', async ({ kv }) => {
    await expect(kv.increment('n', { by: 0.5, ttlMs })).rejects.toThrow(RangeError);
    expect(await kv.get('n')).toBeNull();
  }),
  testCase('counts exactly up to the largest safe integer, and no further', async ({ kv }) => {
    await kv.increment('n', { by: Number.MAX_SAFE_INTEGER - 1, ttlMs });
    expect(await kv.increment('n', { ttlMs })).toBe(Number.MAX_SAFE_INTEGER);
    await expect(kv.increment('n', { ttlMs })).rejects.toThrow('no integer');
    expect(await kv.get('n')).toBe(String(Number.MAX_SAFE_INTEGER));
  }),
];

const leaseCases: Case[] = [
  testCase('only one of many gets a lease', async ({ kv, other }) => {
    const both = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? kv : other));
    const leases = await Promise.all(both.map((client) => client.lease('job', ttlMs)));
    expect(leases.filter((lease) => lease !== null)).toHaveLength(1);
    expect(await kv.lease('another job', ttlMs)).not.toBeNull();
  }),
  testCase('a released lease is free at once', async ({ kv, other }) => {
    const lease = await kv.lease('job', ttlMs);
    await lease?.release();
    expect(await other.lease('job', ttlMs)).not.toBeNull();
  }),
  testCase('a renewed lease lasts, a lease that ran out can be taken', async ({ kv, other, pass }) => {
    const lease = await kv.lease('job', ttlMs);
    await pass(ttlMs * 0.75);
    expect(await lease?.renew(ttlMs)).toBe(true);
    await pass(ttlMs * 0.75);
    expect(await other.lease('job', ttlMs)).toBeNull();
    await pass(ttlMs / 2);
    expect(await other.lease('job', ttlMs)).not.toBeNull();
  }),
  testCase('who lost the lease can neither renew nor release it', async ({ kv, other, pass }) => {
    const lost = await kv.lease('job', ttlMs);
    await pass(ttlMs * 1.25);
    expect(await lost?.renew(ttlMs)).toBe(false);
    const held = await other.lease('job', ttlMs);
    expect(held).not.toBeNull();
    expect(await lost?.renew(ttlMs)).toBe(false);
    await lost?.release();
    expect(await kv.lease('job', ttlMs)).toBeNull();
    expect(await held?.renew(ttlMs)).toBe(true);
  }),
  testCase('leases and values of one name do not meet', async ({ kv }) => {
    await kv.set('job', 'value', { ttlMs });
    const lease = await kv.lease('job', ttlMs);
    expect(lease).not.toBeNull();
    expect(await kv.get('job')).toBe('value');
    await lease?.release();
    expect(await kv.get('job')).toBe('value');
  }),
];

/** Returns a listener that records messages, once it is live. */
async function listener(kv: KeyValue, channel: string) {
  const received: string[] = [];
  const listening = kv.listen(channel, { onMessage: (message) => void received.push(message), onGap: () => undefined });
  await until('the listener to be live', () => listening.live());
  return { received, stop: () => listening.stop(), live: () => listening.live() };
}

const channelCases: Case[] = [
  testCase('a message reaches all who listen to its channel, on every client, in order', async ({ kv, other }) => {
    const all = [await listener(kv, 'news'), await listener(kv, 'news'), await listener(other, 'news')];
    const elsewhere = await listener(other, 'olds');
    const sent = Array.from({ length: 20 }, (_, index) => `${index} ünicode`);
    for (const message of sent) await kv.publish('news', message);
    await until('the last message everywhere', () => all.every(({ received }) => received.length === sent.length));
    await other.publish('olds', '');
    await until('a message elsewhere', () => elsewhere.received.length > 0);
    expect(all.map(({ received }) => received)).toEqual([sent, sent, sent]);
    expect(elsewhere.received).toEqual(['']);
  }),
  testCase('a message without a listener is gone', async ({ kv, other }) => {
    await kv.publish('news', 'too early');
    const late = await listener(other, 'news');
    await kv.publish('news', 'received');
    await until('the message', () => late.received.length > 0);
    expect(late.received).toEqual(['received']);
  }),
  testCase(
    'a stopped listener receives nothing more, the others still do; one may listen again',
    async ({ kv, other }) => {
      const stopped = await listener(kv, 'news');
      const going = await listener(kv, 'news');
      await stopped.stop();
      expect(stopped.live()).toBe(false);
      await other.publish('news', 'one');
      await until('the message for the other', () => going.received.length > 0);
      await going.stop();
      const again = await listener(kv, 'news');
      await other.publish('news', 'two');
      await until('the message for the new one', () => again.received.length > 0);
      expect([stopped.received, going.received, again.received]).toEqual([[], ['one'], ['two']]);
    },
  ),
  testCase('channels, values and leases of one name do not meet', async ({ kv, other }) => {
    const { received } = await listener(kv, 'job');
    await other.set('job', 'value', { ttlMs });
    expect(await other.lease('job', ttlMs)).not.toBeNull();
    await other.publish('job', 'message');
    await until('the message', () => received.length > 0);
    expect(await kv.get('job')).toBe('value');
    expect(received).toEqual(['message']);
  }),
];
