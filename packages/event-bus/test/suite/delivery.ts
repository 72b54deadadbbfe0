import { expect } from '@jest/globals';
import type { Delivery } from '../../src/event-bus.ts';
import { until } from '@earshot/core/testing';
import {
  type BusCase,
  gate,
  listen,
  note,
  numbered,
  record,
  subscription,
  suiteTopics,
  testCase,
  textOf,
  upTo,
} from './world.ts';

export const deliveryCases: BusCase[] = [
  testCase('a record arrives as it was published', async ({ bus }) => {
    const seen = await listen(bus, 'g', 'keyed');
    const value = Buffer.from([0, 255, 128, 10, 13]);
    await bus.publish([{ topic: 'keyed', key: 'ключ', value, headers: { type: 'a', note: 'ü "quoted"' } }]);
    const [delivery] = await until('the record', () => seen.deliveries.length > 0 && seen.deliveries);
    expect(delivery?.record).toMatchObject({
      topic: 'keyed',
      key: 'ключ',
      headers: { type: 'a', note: 'ü "quoted"' },
    });
    expect(Buffer.from(delivery?.record.value ?? []).equals(value)).toBe(true);
    expect(delivery).toMatchObject({ attempt: 1, lastAttempt: false });
    expect(delivery?.signal.aborted).toBe(false);
  }),
  testCase('records of one key arrive in the order of their publishing, across many publishes', async ({ bus }) => {
    const seen = await listen(bus, 'g', 'keyed');
    const keys = ['a', 'b', 'c', 'd', 'e'];
    const rounds = keys.map((key) => numbered('keyed', key, 60));
    for (let at = 0; at < 60; at += 3) await bus.publish(rounds.flatMap((all) => all.slice(at, at + 3)));
    await until('300 records', () => seen.texts.length >= 300);
    for (const key of keys) expect(seen.byKey.get(key)).toEqual(upTo(60));
  }),
  testCase(
    'records of other types count as handled without a delivery, alone and in batches',
    async ({ bus, reopen }) => {
      const of = (type: string, text: string) => ({ ...record('single', 'k', text), headers: { type } });
      const others = (from: string) => Array.from({ length: 250 }, (_, index) => of('other', `${from}${index}`));
      await bus.publish([...others('a'), of('mine', '1'), of('other', 'b'), of('mine', '2'), ...others('c')]);
      await bus.publish([record('single', 'k', 'without a type'), of('other', 'last')]);
      const wanted = ['1', '2', 'without a type'];
      const types = new Set(['mine']);
      const alone = await listen(bus, 'alone', 'single', { types });
      const together: string[] = [];
      const handleMany = async (some: readonly Delivery[]) => void together.push(...some.map(textOf));
      const handle = (delivery: Delivery) => handleMany([delivery]);
      await bus.subscribe(subscription('together', 'single', { types, handle, handleMany }));
      for (const group of ['alone', 'together'])
        await until(`all handled by ${group}`, async () => (await bus.lag(group, 'single')) === 0);
      expect([alone.texts, together]).toEqual([wanted, wanted]);
      const again = await reopen();
      expect(await again.lag('alone', 'single')).toBe(0);
    },
  ),
  testCase(
    'a released delivery takes no place: the other records of a dealt topic continue, and it ends as any other',
    async ({ bus, reopen }) => {
      const open = gate();
      const texts: string[] = [];
      const attempts: number[] = [];
      const waiting = (text: string) => Number(text) < 8;
      const handle = async (delivery: Delivery) => {
        const text = textOf(delivery);
        if (waiting(text)) {
          delivery.release();
          await open.promise;
          attempts.push(delivery.attempt);
          if (text === '0' && delivery.attempt === 1) throw new Error('not yet');
        }
        texts.push(text);
      };
      await bus.publish(numbered('dealt', 'k', 30));
      const { stop } = await bus.subscribe(subscription('g', 'dealt', { handle, concurrency: 1 }));
      await until('the others', () => texts.length === 22);
      expect(await bus.lag('g', 'dealt')).toBe(8);
      open.resolve();
      await until('all', async () => (await bus.lag('g', 'dealt')) === 0);
      expect(texts.toSorted((a, b) => Number(a) - Number(b))).toEqual(upTo(30));
      expect(attempts.toSorted()).toEqual([...Array.from({ length: 8 }, () => 1), 2]);
      await stop();
      const again = await reopen();
      expect(await again.lag('g', 'dealt')).toBe(0);
    },
  ),
  testCase(
    'a released delivery that a crash interrupts is delivered again as the same attempt',
    async ({ bus, reopen }) => {
      const texts: string[] = [];
      const handle = async (delivery: Delivery) => {
        delivery.release();
        if (textOf(delivery) === '0') await new Promise(() => undefined);
        texts.push(textOf(delivery));
      };
      await bus.publish(numbered('dealt', 'k', 12));
      await bus.subscribe(subscription('g', 'dealt', { handle, concurrency: 1 }));
      await until('the crash', async () => texts.length === 11 && (await bus.lag('g', 'dealt')) === 1);
      const seen = await listen(await reopen(), 'g', 'dealt');
      await until('the record', () => seen.texts.length >= 1);
      expect(seen.deliveries).toMatchObject([{ attempt: 1 }]);
      expect(seen.texts).toEqual(['0']);
    },
  ),
  testCase('records of one key stay in order when their handler releases them', async ({ bus }) => {
    const open = gate();
    const texts: string[] = [];
    const handle = async (delivery: Delivery) => {
      delivery.release();
      await open.promise;
      texts.push(textOf(delivery));
    };
    await bus.publish(numbered('single', 'k', 20));
    await bus.subscribe(subscription('g', 'single', { handle }));
    open.resolve();
    await until('all', () => texts.length === 20);
    expect(texts).toEqual(upTo(20));
  }),
  testCase('one partition delivers one record at a time, several partitions at the same time', async ({ bus }) => {
    const open = gate();
    const underWay = new Set<number>();
    const overlaps: number[] = [];
    const handle = async ({ partition }: { partition: number }) => {
      if (underWay.has(partition)) overlaps.push(partition);
      underWay.add(partition);
      await open.promise;
      underWay.delete(partition);
    };
    await bus.subscribe(subscription('g', 'dealt', { handle }));
    await bus.publish(numbered('dealt', 'k', 18));
    await until('every partition under way', () => underWay.size === suiteTopics.dealt.partitions);
    open.resolve();
    await until('all handled', async () => (await bus.lag('g', 'dealt')) === 0);
    expect(overlaps).toEqual([]);
  }),
  testCase('concurrency limits the running partitions, and no partition starves', async ({ bus }) => {
    const counts: number[] = [];
    const partitions = new Set<number>();
    let underWay = 0;
    const handle = async ({ partition }: { partition: number }) => {
      underWay += 1;
      counts.push(underWay);
      partitions.add(partition);
      await new Promise(setImmediate);
      underWay -= 1;
    };
    await bus.subscribe(subscription('g', 'dealt', { handle, concurrency: 2 }));
    await bus.publish(numbered('dealt', 'k', 60));
    await until('all handled', async () => (await bus.lag('g', 'dealt')) === 0);
    expect(Math.max(...counts)).toBe(2);
    expect(partitions.size).toBe(suiteTopics.dealt.partitions);
    expect(counts).toHaveLength(60);
  }),
  testCase('a dealt topic uses every partition, even for one key', async ({ bus }) => {
    const seen = await listen(bus, 'g', 'dealt');
    await bus.publish(numbered('dealt', 'the only key', 60));
    await until('60 records', () => seen.texts.length >= 60);
    const used = Map.groupBy(seen.deliveries, (delivery) => delivery.partition);
    expect([...used.values()].map((some) => some.length)).toEqual([10, 10, 10, 10, 10, 10]);
  }),
  testCase('every group gets every record', async ({ bus }) => {
    const one = await listen(bus, 'one', 'keyed');
    const two = await listen(bus, 'two', 'keyed');
    await bus.publish(numbered('keyed', 'k', 20));
    await until('both groups', () => one.texts.length >= 20 && two.texts.length >= 20);
    expect([one.texts, two.texts]).toEqual([upTo(20), upTo(20)]);
  }),
  testCase('the members of one group share the records, none gets one that another got', async ({ bus }) => {
    const one = await listen(bus, 'g', 'keyed');
    const two = await listen(bus, 'g', 'keyed');
    const keys = Array.from({ length: 24 }, (_, index) => `key ${index}`);
    await bus.publish(keys.map((key) => record('keyed', key, key)));
    await until('all records', () => one.texts.length + two.texts.length >= 24);
    expect([...one.texts, ...two.texts].sort()).toEqual([...keys].sort());
    expect(one.texts.length).toBeGreaterThan(0);
    expect(two.texts.length).toBeGreaterThan(0);
  }),
  testCase('a group that subscribes for the first time starts at the oldest kept record', async ({ bus }) => {
    await bus.publish(numbered('keyed', 'k', 5));
    const seen = await listen(bus, 'late', 'keyed');
    await until('the old records', () => seen.texts.length >= 5);
    expect(seen.texts).toEqual(upTo(5));
  }),
  testCase('a broadcast consumer starts at the newest record, and each of them gets every record', async ({ bus }) => {
    await bus.publish([record('keyed', 'k', 'old')]);
    const one = await listen(bus, 'sockets', 'keyed', { broadcast: true });
    const two = await listen(bus, 'sockets', 'keyed', { broadcast: true });
    await bus.publish([record('keyed', 'k', 'new'), record('keyed', 'k', 'newer')]);
    await until('both consumers', () => one.texts.length >= 2 && two.texts.length >= 2);
    expect([one.texts, two.texts]).toEqual([
      ['new', 'newer'],
      ['new', 'newer'],
    ]);
  }),
  testCase('lag counts the records that the group has not handled', async ({ bus }) => {
    await bus.publish(numbered('keyed', 'k', 5));
    expect(await bus.lag('g', 'keyed')).toBe(5);
    const open = gate();
    const seen = { texts: [], byKey: new Map(), deliveries: [] };
    const handle = async (delivery: Parameters<typeof note>[1]) => {
      note(seen, delivery);
      if (seen.texts.length === 3) await open.promise;
    };
    await bus.subscribe(subscription('g', 'keyed', { handle }));
    await until('two handled', async () => (await bus.lag('g', 'keyed')) === 3);
    open.resolve();
    await until('all handled', async () => (await bus.lag('g', 'keyed')) === 0);
    expect(seen.texts).toEqual(upTo(5));
  }),
  testCase('an unknown topic is refused by name, and nothing of the call is published', async ({ bus }) => {
    const mixed = [record('keyed', 'k', 'fine'), record('nonsense', 'k', 'not')];
    await expect(bus.publish(mixed)).rejects.toThrow(/nonsense/);
    await expect(bus.lag('g', 'nonsense')).rejects.toThrow(/nonsense/);
    const wrong = { ...subscription('g', 'keyed'), topic: 'nonsense' };
    await expect(bus.subscribe(wrong)).rejects.toThrow(/nonsense/);
    expect(await bus.lag('g', 'keyed')).toBe(0);
  }),
  testCase('publishing no records succeeds', async ({ bus }) => {
    await bus.publish([]);
    expect(await bus.lag('g', 'keyed')).toBe(0);
  }),
];
