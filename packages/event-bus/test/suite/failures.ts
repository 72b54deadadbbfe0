import { expect } from '@jest/globals';
import { type Delivery, largestRecordBytes, RecordRefusedError, sizeOf } from '../../src/event-bus.ts';
import { OutageError } from '../../src/outage.ts';
import { until } from '@earshot/core/testing';
import { type BusCase, gate, listen, numbered, record, subscription, testCase, textOf, upTo } from './world.ts';

const idleMs = 1_000;
const isText = (delivery: Delivery, text: string) => textOf(delivery) === text;

export const failureCases: BusCase[] = [
  testCase(
    'a failing record is delivered again with a growing delay, numbered by attempt, and then succeeds',
    async ({ bus }) => {
      const attempts: { attempt: number; last: boolean; atMs: number }[] = [];
      const fail = ({ attempt, lastAttempt }: Delivery) => {
        attempts.push({ attempt, last: lastAttempt, atMs: performance.now() });
        if (attempt < 4) throw new Error('not yet');
      };
      const seen = await listen(bus, 'g', 'keyed', { fail, retry: { attempts: 4, baseMs: 40, maxMs: 1_000 } });
      await bus.publish([record('keyed', 'k', 'x')]);
      await until('success', () => seen.texts.length === 1);
      expect(attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
      expect(attempts.map(({ last }) => last)).toEqual([false, false, false, true]);
      const gaps = attempts.slice(1).map(({ atMs }, index) => atMs - (attempts[index]?.atMs ?? 0));
      for (const [index, atLeastMs] of [40, 80, 160].entries())
        expect(gaps[index]).toBeGreaterThanOrEqual(atLeastMs - 2);
      expect(await bus.deadLetters('g')).toEqual([]);
    },
  ),
  testCase(
    'after the last attempt the record goes to the dead letters with its error, and its key continues',
    async ({ bus }) => {
      const fail = (delivery: Delivery) => {
        if (isText(delivery, '1')) throw new TypeError('cannot read this');
      };
      const seen = await listen(bus, 'g', 'single', { fail });
      await bus.publish(numbered('single', 'k', 4));
      await until('the others', () => seen.texts.length >= 3);
      expect(seen.texts).toEqual(['0', '2', '3']);
      const letters = await bus.deadLetters('g');
      expect(letters).toMatchObject([
        { group: 'g', partition: 0, offset: 1, attempts: 3, error: expect.stringContaining('cannot read this') },
      ]);
      expect(letters[0]?.record).toMatchObject({ topic: 'single', key: 'k', headers: { about: 'k/1' } });
      expect(Buffer.from(letters[0]?.record.value ?? []).toString()).toBe('1');
      expect(letters[0]?.failedAt.getTime()).toBeGreaterThan(0);
      expect(await bus.deadLetters('another group')).toEqual([]);
      await until('no lag', async () => (await bus.lag('g', 'single')) === 0);
    },
  ),
  testCase(
    'while a record waits for its retry, other keys of its partition continue and its own key waits in order',
    async ({ bus }) => {
      const fixed = { value: false };
      const fail = (delivery: Delivery) => {
        if (delivery.record.key === 'bad' && isText(delivery, '0') && !fixed.value) throw new Error('not yet');
      };
      const retry = { attempts: 1_000, baseMs: 20, maxMs: 50 };
      const seen = await listen(bus, 'g', 'single', { fail, retry });
      await bus.publish([...numbered('single', 'bad', 5), ...numbered('single', 'good', 50)]);
      await until('the good key', () => seen.byKey.get('good')?.length === 50);
      expect(seen.byKey.get('bad')).toBeUndefined();
      expect(await bus.lag('g', 'single')).toBe(5);
      fixed.value = true;
      await bus.publish([record('single', 'bad', '5')]);
      await until('the bad key', () => (seen.byKey.get('bad')?.length ?? 0) >= 6);
      expect(seen.byKey.get('bad')).toEqual(upTo(6));
      expect(seen.byKey.get('good')).toEqual(upTo(50));
    },
  ),
  testCase('a handler that fails for every record loses none once it is fixed', async ({ bus }) => {
    const fixed = { value: false };
    let failures = 0;
    const fail = () => {
      if (fixed.value) return;
      failures += 1;
      throw new Error('the database is away');
    };
    const seen = await listen(bus, 'g', 'keyed', { fail, retry: { attempts: 1_000, baseMs: 5, maxMs: 20 } });
    const keys = Array.from({ length: 500 }, (_, index) => `key ${index}`);
    await bus.publish(keys.flatMap((key) => numbered('keyed', key, 2)));
    await until('many failures', () => failures > 600);
    fixed.value = true;
    await until('everything', () => seen.texts.length >= 1_000);
    for (const key of keys) expect(seen.byKey.get(key)).toEqual(['0', '1']);
  }),
  testCase(
    'deliveries during an outage of a dependency do not count, alone or in batches, and none becomes a dead letter',
    async ({ bus }) => {
      const back = { value: false };
      let refused = 0;
      const attempts: number[] = [];
      const texts: string[] = [];
      const takeAll = async (deliveries: readonly Delivery[]) => {
        if (!back.value) {
          refused += 1;
          throw new OutageError('the database', new Error('no connection'));
        }
        attempts.push(...deliveries.map(({ attempt }) => attempt));
        texts.push(...deliveries.map(textOf));
      };
      await bus.publish(numbered('single', 'k', 20));
      const retry = { attempts: 1, baseMs: 5, maxMs: 5 };
      const handlers = { handle: (delivery: Delivery) => takeAll([delivery]), handleMany: takeAll };
      await bus.subscribe(subscription('g', 'single', { ...handlers, retry }));
      await until('some refusals', () => refused >= 3);
      back.value = true;
      await until('everything', () => texts.length >= 20);
      expect(texts).toEqual(upTo(20));
      expect(new Set(attempts)).toEqual(new Set([1]));
      expect(await bus.deadLetters('g')).toEqual([]);
    },
  ),
  testCase('a replayed dead letter reaches its own group only, and is gone from the dead letters', async ({ bus }) => {
    const fixed = { value: false };
    const fail = () => {
      if (!fixed.value) throw new Error('not yet');
    };
    const other = await listen(bus, 'other', 'keyed');
    const seen = await listen(bus, 'g', 'keyed', { fail });
    await bus.publish([record('keyed', 'k', 'x')]);
    const [letter] = await until('the dead letter', async () => {
      const letters = await bus.deadLetters('g');
      return letters.length > 0 && letters;
    });
    fixed.value = true;
    await bus.replay('g', letter?.id ?? '');
    await until('the replay', () => seen.texts.length === 1);
    expect(seen.deliveries[0]).toMatchObject({ attempt: 1, record: { topic: 'keyed', key: 'k' } });
    expect(await bus.deadLetters('g')).toEqual([]);
    await bus.publish([record('keyed', 'k', 'after')]);
    await until('the next one', () => other.texts.includes('after'));
    expect(other.texts).toEqual(['x', 'after']);
    await until('no lag', async () => (await bus.lag('other', 'keyed')) + (await bus.lag('g', 'keyed')) === 0);
  }),
  testCase(
    'the largest record arrives and can become a dead letter; a larger one is refused, alone, with its size',
    async ({ bus }) => {
      const sized = (bytes: number) => {
        const plain = record('keyed', 'k', '');
        return { ...plain, value: Buffer.alloc(bytes - sizeOf(plain), 'x') };
      };
      const fail = ({ record: { value } }: Delivery) => {
        if (value.byteLength > 100) throw new Error('cannot handle this');
      };
      const seen = await listen(bus, 'g', 'keyed', { fail });
      const tooLarge = bus.publish([record('keyed', 'k', 'not sent'), sized(largestRecordBytes + 1)]);
      await expect(tooLarge).rejects.toThrow(RecordRefusedError);
      await expect(tooLarge).rejects.toThrow(`"keyed" has ${largestRecordBytes + 1} bytes`);
      await bus.publish([sized(largestRecordBytes), record('keyed', 'k', 'after')]);
      await until('the record behind it', () => seen.texts.includes('after'));
      expect(seen.texts).toEqual(['after']);
      const [letter, ...more] = await bus.deadLetters('g');
      expect(more).toEqual([]);
      expect(letter && sizeOf(letter.record)).toBe(largestRecordBytes);
    },
  ),
  testCase('replaying an unknown dead letter is refused', async ({ bus }) => {
    await expect(bus.replay('g', 'no such id')).rejects.toThrow(/no such id/);
  }),
  testCase(
    'a handler past its deadline is aborted, counts as failed, blocks no other key, and never runs twice at once',
    async ({ bus }) => {
      const hanging = gate();
      const reasons: string[] = [];
      const slowUnderWay: number[] = [];
      const seen: string[] = [];
      const handle = async (delivery: Delivery) => {
        const { attempt, signal } = delivery;
        seen.push(`${textOf(delivery)} ${attempt}`);
        if (!isText(delivery, 'slow')) return;
        slowUnderWay.push(attempt);
        signal.addEventListener('abort', () => reasons.push(String(signal.reason)));
        if (attempt === 1) await hanging.promise;
        if (attempt === 1) slowUnderWay.pop();
      };
      await bus.subscribe(subscription('g', 'single', { handle, deadlineMs: 60 }));
      await bus.publish([record('single', 'k', 'slow'), record('single', 'another key', 'quick')]);
      await until('the other key', () => seen.includes('quick 1'));
      expect(reasons).toEqual([expect.stringContaining('60 ms')]);
      const abortedMs = performance.now();
      await until('well past the time of the next attempt', () => performance.now() > abortedMs + 150);
      expect(slowUnderWay).toEqual([1]);
      hanging.resolve();
      await until('the second attempt', async () => (await bus.lag('g', 'single')) === 0);
      expect(seen).toEqual(['slow 1', 'quick 1', 'slow 2']);
      expect(slowUnderWay).toEqual([2]);
    },
  ),
  testCase('a handler that ends on the abort is retried', async ({ bus }) => {
    const attempts: number[] = [];
    const handle = async ({ attempt, signal }: Delivery) => {
      attempts.push(attempt);
      if (attempt > 1) return;
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    };
    await bus.subscribe(subscription('g', 'single', { handle, deadlineMs: 50 }));
    await bus.publish([record('single', 'k', 'x')]);
    await until('handled', async () => attempts.length > 1 && (await bus.lag('g', 'single')) === 0);
    expect(attempts).toEqual([1, 2]);
  }),
  testCase(
    'a long handler may run while it shows progress, and is aborted when it shows none',
    async ({ bus }) => {
      const startedMs = performance.now();
      const aborted: { text: string; afterMs: number }[] = [];
      const handle = async (delivery: Delivery) => {
        const { signal } = delivery;
        const abortion = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        if (isText(delivery, 'silent')) {
          await abortion;
          aborted.push({ text: textOf(delivery), afterMs: performance.now() - startedMs });
          throw new Error('aborted');
        }
        for (let beat = 0; beat < 8 && !signal.aborted; beat += 1) {
          await new Promise((resolve) => setTimeout(resolve, idleMs / 4));
          delivery.progress();
        }
        if (signal.aborted) aborted.push({ text: textOf(delivery), afterMs: performance.now() - startedMs });
      };
      const settings = { handle, deadlineMs: idleMs * 100, retry: { attempts: 1, baseMs: 10, maxMs: 10 } };
      await bus.subscribe(subscription('g', 'dealt', settings));
      await bus.publish([record('dealt', 'k', 'silent'), record('dealt', 'k', 'busy')]);
      await until('both done', async () => (await bus.lag('g', 'dealt')) === 0);
      expect(aborted.map(({ text }) => text)).toEqual(['silent']);
      expect(aborted[0]?.afterMs).toBeGreaterThanOrEqual(idleMs - 2);
      expect(await bus.deadLetters('g')).toMatchObject([{ error: expect.stringContaining('progress') }]);
    },
    { idleMs },
  ),
];
