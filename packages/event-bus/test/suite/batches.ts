import { expect } from '@jest/globals';
import type { Delivery } from '../../src/event-bus.ts';
import { until } from '@earshot/core/testing';
import { type BusCase, gate, numbered, record, subscription, testCase, textOf, upTo } from './world.ts';

/** Blocks the first record until the others wait, so that they are delivered together. */
function batches() {
  const open = gate();
  const texts: string[] = [];
  const together: string[][] = [];
  const alone: string[] = [];
  const handle = async (delivery: Delivery) => {
    await open.promise;
    alone.push(textOf(delivery));
    texts.push(textOf(delivery));
  };
  const handleMany = async (deliveries: readonly Delivery[]) => {
    await open.promise;
    together.push(deliveries.map(textOf));
    texts.push(...deliveries.map(textOf));
  };
  return { open: () => open.resolve(), texts, together, alone, handlers: { handle, handleMany } };
}

export const batchCases: BusCase[] = [
  testCase('waiting records are handled together, in order, at most 100 at once, each once', async ({ bus }) => {
    const { open, texts, together, handlers } = batches();
    await bus.publish(numbered('single', 'k', 250));
    await bus.subscribe(subscription('g', 'single', handlers));
    open();
    await until('all', () => texts.length >= 250);
    await until('no lag', async () => (await bus.lag('g', 'single')) === 0);
    expect(texts).toEqual(upTo(250));
    expect(together.length).toBeGreaterThan(0);
    expect(together.length).toBeLessThan(50);
    expect(Math.max(...together.map((batch) => batch.length))).toBeLessThanOrEqual(100);
  }),
  testCase('a single record goes to the handler of one', async ({ bus }) => {
    const { open, alone, together, handlers } = batches();
    open();
    await bus.subscribe(subscription('g', 'single', handlers));
    await bus.publish([record('single', 'k', 'x')]);
    await until('it', () => alone.length === 1);
    expect(together).toEqual([]);
  }),
  testCase(
    'when a batch fails, each record is delivered alone, on its first attempt, and only the bad one fails',
    async ({ bus }) => {
      const attempts: [string, number][] = [];
      const done: string[] = [];
      const handleMany = async () => {
        throw new Error('one of them is bad');
      };
      const handle = async (delivery: Delivery) => {
        attempts.push([textOf(delivery), delivery.attempt]);
        if (textOf(delivery) === '3') throw new Error('bad');
        done.push(textOf(delivery));
      };
      const records = upTo(6).map((text) => record('single', `key ${text}`, text));
      await bus.publish(records);
      await bus.subscribe(subscription('g', 'single', { handle, handleMany }));
      await until('the dead letter', async () => (await bus.deadLetters('g')).length === 1);
      await until('no lag', async () => (await bus.lag('g', 'single')) === 0);
      expect(done.toSorted()).toEqual(['0', '1', '2', '4', '5']);
      expect(attempts.filter(([text]) => text === '3').map(([, attempt]) => attempt)).toEqual([1, 2, 3]);
      expect(attempts.filter(([text]) => text !== '3').every(([, attempt]) => attempt === 1)).toBe(true);
      expect(await bus.deadLetters('g')).toMatchObject([{ offset: 3, attempts: 3 }]);
    },
  ),
  testCase('after a crash during a batch, the whole batch is delivered again', async ({ bus, reopen }) => {
    const entered = gate();
    const never = new Promise<void>(() => undefined);
    const handleMany = async () => {
      entered.resolve();
      await never;
    };
    await bus.publish(numbered('single', 'k', 20));
    await bus.subscribe(subscription('g', 'single', { handleMany, handle: handleMany }));
    await entered.promise;
    const again = await reopen();
    const { open, texts, handlers } = batches();
    open();
    await again.subscribe(subscription('g', 'single', handlers));
    await until('all', () => texts.length >= 20);
    expect(texts).toEqual(upTo(20));
  }),
];
