import { expect } from '@jest/globals';
import { RecordRefusedError } from '@earshot/event-bus';
import { outboxOf, outboxPush } from '../../../src/outbox/outbox.ts';
import { until } from '@earshot/core/testing';
import { type OutboxCase, type OutboxWorld, testCase } from './world.ts';

/** Waits until the outbox is empty. Entries are cleared after they are published. */
function drained(world: OutboxWorld) {
  return until('an empty outbox', async () => (await world.waiting()) === 0);
}

const upTo = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index));

export const publishingCases: OutboxCase[] = [
  testCase('publishes at once what was written with a new document, as it was, and clears it', async (world) => {
    const relay = world.relay();
    const event = world.event('user', 'made');
    await world.model.create({ name: 'a', state: 1, ...outboxOf([event]) });
    relay.notify();
    await drained(world);
    expect(world.bus.published).toEqual([{ ...event.record, value: expect.anything() }]);
    expect(world.bus.texts('user')).toEqual(['made']);
    const stored = await world.model.findOne({ name: 'a' }).lean();
    expect(stored).toMatchObject({ state: 1, outbox: [] });
    expect(stored).not.toHaveProperty('outboxAt');
  }),
  testCase('publishes what was pushed with an update, and what an upsert brought', async (world) => {
    const relay = world.relay();
    await world.model.create({ name: 'a', state: 1, ...outboxOf([]) });
    await world.model.updateOne({ name: 'a' }, { $set: { state: 2 }, ...outboxPush([world.event('u', 'changed')]) });
    const upsert = { $setOnInsert: { state: 0 }, ...outboxPush([world.event('u', 'upserted')]) };
    await world.model.updateOne({ name: 'b' }, upsert, { upsert: true });
    relay.notify();
    await drained(world);
    expect(world.bus.texts('u')).toEqual(['changed', 'upserted']);
    expect(await world.model.findOne({ name: 'a' }).lean()).toMatchObject({ state: 2, outbox: [] });
  }),
  testCase('no events: nothing is added to a document or an update', async (world) => {
    expect(outboxOf([])).toEqual({ outbox: [] });
    expect(outboxPush([])).toEqual({});
    await world.model.create({ name: 'a', state: 1, ...outboxOf([]) });
    expect(await world.waiting()).toBe(0);
  }),
  testCase('the events of one key keep their order within and across documents', async (world) => {
    // Every third event is in the first document, the others are in 250 more. They span more than one batch.
    const events = upTo(750).map((text) => world.event('u', text));
    const own = events.filter((_, n) => n % 3 === 0);
    const others = Array.from({ length: 250 }, (_, at) => events.slice(at * 3 + 1, at * 3 + 3));
    await world.model.create({ name: 'first', state: 0, ...outboxOf(own) });
    await world.model.insertMany(others.map((some, at) => ({ name: `doc ${at}`, state: 0, ...outboxOf(some) })));
    await world.relay().start();
    await drained(world);
    expect(world.bus.texts('u')).toEqual(upTo(750));
  }),
  testCase('an event pushed while others are published survives, and follows', async (world) => {
    const relay = world.relay();
    await world.model.create({ name: 'a', state: 1, ...outboxOf([world.event('u', '0')]) });
    let pushed = false;
    world.bus.before = async () => {
      if (pushed) return;
      pushed = true;
      await world.model.updateOne({ name: 'a' }, outboxPush([world.event('u', '1')]));
      relay.notify();
    };
    relay.notify();
    await drained(world);
    expect(world.bus.texts('u')).toEqual(['0', '1']);
  }),
  testCase(
    'many writes at once, each with its notice: every event once, and no publish at the same time as another',
    async (world) => {
      const relay = world.relay();
      let underWay = 0;
      let most = 0;
      world.bus.before = async () => {
        underWay += 1;
        most = Math.max(most, underWay);
        await new Promise(setImmediate);
        underWay -= 1;
      };
      const write = async (n: number) => {
        await world.model.create({ name: `doc ${n}`, state: 0, ...outboxOf([world.event('u', String(n))]) });
        relay.notify();
      };
      await Promise.all(upTo(100).map((n) => write(Number(n))));
      await drained(world);
      expect(new Set(world.bus.texts('u'))).toEqual(new Set(upTo(100)));
      expect(world.bus.published).toHaveLength(100);
      expect(most).toBe(1);
    },
  ),
  testCase(
    'an event that the bus refuses is set aside in its document, and the others go out in order',
    async (world) => {
      world.bus.before = async (records) => {
        if (records.some(({ value }) => value.byteLength > 3)) throw new RecordRefusedError('too large');
      };
      const own = ['0', 'large', '1', 'larger', '2'].map((text) => world.event('u', text));
      await world.model.create({ name: 'mixed', state: 0, ...outboxOf(own) });
      await world.model.create({ name: 'plain', state: 0, ...outboxOf([world.event('u', '3')]) });
      const refused: string[] = [];
      world.relay({ refused: ({ value }) => refused.push(Buffer.from(value).toString()) }).notify();
      await drained(world);
      expect(world.bus.texts('u')).toEqual(upTo(4));
      expect(refused).toEqual(['large', 'larger']);
      const stored = await world.model.findOne({ name: 'mixed' });
      expect(stored?.outboxRefused?.map(({ id }) => id)).toEqual([own[1]?.id, own[3]?.id]);
      expect(stored?.outboxRefused?.map(({ value }) => value.toString())).toEqual(['large', 'larger']);
      expect(world.logged.filter((line) => line.includes('set aside'))).toHaveLength(2);
      expect((await world.model.findOne({ name: 'plain' }).lean())?.outboxRefused).toBeUndefined();
    },
  ),
  testCase(
    'of two replicas one publishes while the other waits; every event goes out once, in order',
    async (world) => {
      const entered = Promise.withResolvers<void>();
      const open = Promise.withResolvers<void>();
      world.bus.before = async () => {
        entered.resolve();
        await open.promise;
      };
      const write = (n: number) =>
        world.model.create({ name: `doc ${n}`, state: 0, ...outboxOf([world.event('u', String(n))]) });
      await write(0);
      world.relay().notify();
      await entered.promise;
      await write(1);
      let asked = 0;
      const lease: typeof world.kv.lease = async (...args) => {
        asked += 1;
        return world.kv.lease(...args);
      };
      world.relay({ kv: { lease } }).notify();
      await until('the other to be refused', () => asked > 1);
      open.resolve();
      await drained(world);
      expect(world.bus.texts('u')).toEqual(['0', '1']);
    },
  ),
  testCase('finds what waits by the index, not by reading the collection', async (world) => {
    const idle = Array.from({ length: 500 }, (_, n) => ({ name: `idle ${n}`, state: 0, outbox: [] }));
    await world.model.insertMany(idle);
    await world.model.create({ name: 'a', state: 0, ...outboxOf([world.event('u', '0')]) });
    const plan = await world.model.collection
      .find({ outboxAt: { $gt: '' } }, { sort: { outboxAt: 1 }, limit: 200 })
      .explain('executionStats');
    // FerretDB returns PostgreSQL's query plans, which name the index.
    if (plan['executionStats'] === undefined) expect(JSON.stringify(plan)).toContain('"Index Name":"outboxAt_1"');
    else expect(plan['executionStats']).toMatchObject({ nReturned: 1, totalDocsExamined: 1 });
  }),
];
