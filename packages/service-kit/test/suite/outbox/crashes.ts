import { expect } from '@jest/globals';
import { outboxOf } from '../../../src/outbox/outbox.ts';
import { leavingKeyValue, until } from '@earshot/core/testing';
import { type OutboxCase, testCase } from './world.ts';

export const crashCases: OutboxCase[] = [
  testCase('a crash between the write and the publish: the next process publishes it when it starts', async (world) => {
    await world.model.create({ name: 'a', state: 1, ...outboxOf([world.event('u', 'left')]) });
    await world.relay().start();
    await until('the event', () => world.bus.texts('u').length === 1);
    await until('an empty outbox', async () => (await world.waiting()) === 0);
  }),
  testCase('a crash between the publish and the clearing: published again with the same id', async (world) => {
    const event = world.event('u', 'twice');
    await world.model.create({ name: 'a', state: 1, ...outboxOf([event]) });
    const dying = world.relay({
      bus: {
        publish: async (records) => {
          await world.bus.publish(records);
          throw new Error('killed here');
        },
      },
    });
    dying.notify();
    await until('the first publish', () => world.bus.ids.length === 1);
    await dying.stop();
    expect(await world.waiting()).toBe(1);
    await world.relay().start();
    await until('an empty outbox', async () => (await world.waiting()) === 0);
    expect(world.bus.ids).toEqual([event.id, event.id]);
  }),
  testCase('an unavailable bus is retried and logged once, and no event is lost or out of order', async (world) => {
    let refusals = 0;
    world.bus.before = async () => {
      if (refusals >= 3) return;
      refusals += 1;
      throw new Error('the bus is away');
    };
    const relay = world.relay();
    for (const text of ['0', '1', '2']) {
      await world.model.create({ name: text, state: 1, ...outboxOf([world.event('u', text)]) });
      relay.notify();
    }
    await until('an empty outbox', async () => (await world.waiting()) === 0);
    expect(world.bus.texts('u')).toEqual(['0', '1', '2']);
    expect(world.logged.filter((line) => line.includes('the bus is away'))).toHaveLength(1);
    await until('word that it works again', () => world.logged.some((line) => line.includes('works again')));
  }),
  testCase('the lease of a replica that died is taken over when it has run out, and not before', async (world) => {
    const name = `outbox:${world.model.db.name}.${world.model.collection.name}`;
    const heldMs = 400;
    const takenMs = performance.now();
    await world.kv.lease(name, heldMs);
    await world.model.create({ name: 'a', state: 1, ...outboxOf([world.event('u', 'later')]) });
    world.relay().notify();
    await until('the event', () => world.bus.texts('u').length === 1);
    expect(performance.now() - takenMs).toBeGreaterThanOrEqual(heldMs - 2);
  }),
  testCase('stopping finishes the publish under way, clears it, and publishes nothing after', async (world) => {
    const relay = world.relay();
    const entered = Promise.withResolvers<void>();
    const open = Promise.withResolvers<void>();
    world.bus.before = async () => {
      entered.resolve();
      await open.promise;
    };
    await world.model.create({ name: 'a', state: 1, ...outboxOf([world.event('u', '0')]) });
    relay.notify();
    await entered.promise;
    const stopped = relay.stop();
    open.resolve();
    await stopped;
    expect(world.bus.texts('u')).toEqual(['0']);
    expect(await world.waiting()).toBe(0);
    await world.model.create({ name: 'b', state: 1, ...outboxOf([world.event('u', '1')]) });
    relay.notify();
    await relay.stop();
    expect(await world.waiting()).toBe(1);
    expect(world.bus.texts('u')).toEqual(['0']);
  }),
  testCase(
    'the key-value store is away, or leaves in the middle: events go out all the same, in order',
    async (world) => {
      const kv = leavingKeyValue(world.kv);
      const relay = world.relay({ kv });
      const texts = Array.from({ length: 450 }, (_, n) => String(n));
      const write = (some: readonly string[]) =>
        world.model.insertMany(some.map((text) => ({ name: text, state: 1, ...outboxOf([world.event('u', text)]) })));
      await write(texts.slice(0, 420));
      world.bus.before = async () => kv.leave();
      relay.notify();
      await until('an empty outbox', async () => (await world.waiting()) === 0);
      await write(texts.slice(420));
      relay.notify();
      await until('an empty outbox', async () => (await world.waiting()) === 0);
      expect(world.bus.texts('u')).toEqual(texts);
      expect(world.logged).toEqual([]);
    },
  ),
  testCase(
    'two replicas without the key-value store: an event may come again later, first copies are in order',
    async (world) => {
      const kv = leavingKeyValue(world.kv);
      kv.leave();
      const [entered, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let publishes = 0;
      world.bus.before = async () => {
        publishes += 1;
        if (publishes > 1) return;
        entered.resolve();
        await open.promise;
      };
      const write = (text: string) =>
        world.model.create({ name: text, state: 1, ...outboxOf([world.event('u', text)]) });
      const [slow, other] = [world.relay({ kv }), world.relay({ kv })];
      await write('0');
      slow.notify();
      await entered.promise;
      await write('1');
      other.notify();
      await until('the other to publish both', () => world.bus.texts('u').length === 2);
      await until('an empty outbox', async () => (await world.waiting()) === 0);
      open.resolve();
      await slow.stop();
      expect(world.bus.texts('u')).toEqual(['0', '1', '0']);
      expect([...new Set(world.bus.ids)]).toHaveLength(2);
      expect(await world.waiting()).toBe(0);
    },
  ),
  testCase(
    'many writes and three replicas without the key-value store: nothing is lost, first copies are in order',
    async (world) => {
      const kv = leavingKeyValue(world.kv);
      kv.leave();
      world.bus.before = () => new Promise(setImmediate);
      const relays = [world.relay({ kv }), world.relay({ kv }), world.relay({ kv })];
      const texts = Array.from({ length: 120 }, (_, n) => String(n));
      for (const text of texts) {
        await world.model.create({ name: text, state: 1, ...outboxOf([world.event('u', text)]) });
        for (const relay of relays) relay.notify();
      }
      await until('an empty outbox', async () => (await world.waiting()) === 0);
      await Promise.all(relays.map((relay) => relay.stop()));
      expect([...new Set(world.bus.texts('u'))]).toEqual(texts);
    },
  ),
];
