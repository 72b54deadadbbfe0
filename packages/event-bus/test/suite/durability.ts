import { expect } from '@jest/globals';
import type { Delivery } from '../../src/event-bus.ts';
import { until } from '@earshot/core/testing';
import { type BusCase, gate, listen, numbered, record, subscription, testCase, textOf, upTo } from './world.ts';

export const durabilityCases: BusCase[] = [
  testCase('published records survive a crash', async ({ bus, reopen }) => {
    await bus.publish(numbered('keyed', 'k', 10));
    const again = await reopen();
    const seen = await listen(again, 'g', 'keyed');
    await until('the records', () => seen.texts.length >= 10);
    expect(seen.texts).toEqual(upTo(10));
  }),
  testCase('after a crash between effect and commit, delivery restarts at that record', async ({ bus, reopen }) => {
    const effects: string[] = [];
    const handle = async (delivery: Delivery) => {
      effects.push(textOf(delivery));
      if (textOf(delivery) === '2') await new Promise(() => undefined);
    };
    await bus.subscribe(subscription('g', 'single', { handle }));
    await bus.publish(numbered('single', 'k', 5));
    await until('the crash', async () => effects.length === 3 && (await bus.lag('g', 'single')) === 3);
    const again = await reopen();
    const seen = await listen(again, 'g', 'single');
    await until('the rest', () => seen.texts.length >= 3);
    expect(seen.texts).toEqual(['2', '3', '4']);
  }),
  testCase(
    'a record that waits for its retry survives a crash, ahead of the other records of its key',
    async ({ bus, reopen }) => {
      let failures = 0;
      const fail = ({ record: { key } }: Delivery) => {
        if (key !== 'bad') return;
        failures += 1;
        throw new Error('not yet');
      };
      const before = await listen(bus, 'g', 'single', { fail, retry: { attempts: 9, baseMs: 60_000, maxMs: 60_000 } });
      await bus.publish([...numbered('single', 'bad', 3), ...numbered('single', 'good', 3)]);
      await until('the good key', () => before.texts.length === 3);
      await until('a commit', async () => failures === 1 && (await bus.lag('g', 'single')) === 3);
      const again = await reopen();
      const seen = await listen(again, 'g', 'single');
      await until('the bad key', () => (seen.byKey.get('bad')?.length ?? 0) >= 3);
      expect(seen.byKey.get('bad')).toEqual(upTo(3));
      expect(seen.deliveries[0]).toMatchObject({ attempt: 2 });
      expect(seen.byKey.get('good')).toBeUndefined();
    },
  ),
  testCase('dead letters survive a crash and can be replayed after it', async ({ bus, reopen }) => {
    const fail = () => {
      throw new Error('never');
    };
    await listen(bus, 'g', 'keyed', { fail });
    await bus.publish([record('keyed', 'k', 'x')]);
    await until('the dead letter', async () => (await bus.deadLetters('g')).length === 1);
    // A crash before this commit would deliver the record once more, beside its letter.
    await until('the commit', async () => (await bus.lag('g', 'keyed')) === 0);
    const again = await reopen();
    const seen = await listen(again, 'g', 'keyed');
    const [letter] = await again.deadLetters('g');
    await again.replay('g', letter?.id ?? '');
    await until('the replay', () => seen.texts.length === 1);
    expect(await again.deadLetters('g')).toEqual([]);
  }),
  testCase(
    'a record that began three times without an end goes to the dead letters, and the next one follows',
    async ({ bus, reopen }) => {
      let current = bus;
      await bus.publish(numbered('single', 'k', 2));
      for (let crash = 0; crash < 3; crash += 1) {
        const entered = gate();
        const handle = async (delivery: Delivery) => {
          await delivery.begin();
          entered.resolve();
          await new Promise(() => undefined);
        };
        await current.subscribe(subscription('g', 'single', { mostUnended: 3, handle }));
        await entered.promise;
        current = await reopen();
      }
      const unended: string[] = [];
      const onUnended = async (delivery: Delivery) => void unended.push(textOf(delivery));
      const seen = await listen(current, 'g', 'single', { mostUnended: 3, onUnended });
      await until('the next record', () => seen.texts.length > 0);
      expect(seen.texts).toEqual(['1']);
      expect(unended).toEqual(['0']);
      const [letter] = await current.deadLetters('g');
      expect(letter).toMatchObject({ offset: 0, attempts: 3, error: expect.stringContaining('did not end') });
    },
  ),
  testCase('a delivery that failed or was stopped has ended', async ({ bus, reopen }) => {
    const retry = { attempts: 9, baseMs: 20, maxMs: 20 };
    await bus.publish(numbered('single', 'k', 1));
    let failures = 0;
    const handle = async (delivery: Delivery) => {
      await delivery.begin();
      failures += 1;
      throw new Error('not yet');
    };
    const { stop } = await bus.subscribe(subscription('g', 'single', { handle, retry, mostUnended: 1 }));
    await until('several failures', () => failures > 3);
    await stop();
    const again = await reopen();
    const seen = await listen(again, 'g', 'single', { retry, mostUnended: 1 });
    await until('the record', () => seen.texts.length === 1);
    expect(await again.deadLetters('g')).toEqual([]);
  }),
  testCase(
    'stopping a subscription waits for the running delivery and commits it; the next one starts after it',
    async ({ bus }) => {
      const open = gate();
      const entered = gate();
      const effects: string[] = [];
      const handle = async (delivery: Delivery) => {
        entered.resolve();
        await open.promise;
        effects.push(textOf(delivery));
      };
      const { stop } = await bus.subscribe(subscription('g', 'single', { handle }));
      await bus.publish(numbered('single', 'k', 3));
      await entered.promise;
      const stopped = stop();
      open.resolve();
      await stopped;
      expect(effects).toEqual(['0']);
      const seen = await listen(bus, 'g', 'single');
      await until('the rest', () => seen.texts.length >= 2);
      expect(seen.texts).toEqual(['1', '2']);
    },
  ),
  testCase(
    'a delivery that exceeds the grace period of stopping is aborted, does not count, and is repeated',
    async ({ bus }) => {
      const entered = gate();
      const handle = async ({ signal }: Delivery) => {
        entered.resolve();
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
      };
      const { stop } = await bus.subscribe(subscription('g', 'single', { handle }));
      await bus.publish(numbered('single', 'k', 2));
      await entered.promise;
      await stop();
      const seen = await listen(bus, 'g', 'single');
      await until('the records', () => seen.texts.length >= 2);
      expect(seen.texts).toEqual(upTo(2));
      expect(seen.deliveries[0]).toMatchObject({ attempt: 1 });
    },
  ),
  testCase('another member of the group gets the unfinished records of a stopping one, in order', async ({ bus }) => {
    const entered = gate();
    const handle = async ({ signal }: Delivery) => {
      entered.resolve();
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    };
    const { stop } = await bus.subscribe(subscription('g', 'single', { handle }));
    await bus.publish(numbered('single', 'k', 3));
    await entered.promise;
    const other = await listen(bus, 'g', 'single');
    await stop();
    await until('the records', () => other.texts.length >= 3);
    expect(other.texts).toEqual(upTo(3));
  }),
  testCase('a stopped member leaves its partitions to the others of its group', async ({ bus }) => {
    const one = await listen(bus, 'g', 'keyed');
    const two = await listen(bus, 'g', 'keyed');
    await one.stop();
    const keys = Array.from({ length: 20 }, (_, index) => `key ${index}`);
    await bus.publish(keys.map((key) => record('keyed', key, key)));
    await until('all records', () => two.texts.length >= 20);
    expect(one.texts).toEqual([]);
    expect([...two.texts].sort()).toEqual([...keys].sort());
  }),
];
