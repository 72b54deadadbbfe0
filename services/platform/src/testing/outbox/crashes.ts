import { expect } from '@jest/globals';
import { outboxOf } from '../../outbox/outbox.ts';
import { until } from '../until.ts';
import type { OutboxCase } from './world.ts';

export const crashCases: OutboxCase[] = [
  {
    name: 'a crash between the write and the publish: the next process publishes it when it starts',
    async run(world) {
      await world.model.create({ name: 'a', state: 1, ...outboxOf([world.event('u', 'left')]) });
      await world.relay().start();
      await until('the event', () => world.bus.texts('u').length === 1);
      await until('an empty outbox', async () => (await world.waiting()) === 0);
    },
  },
  {
    name: 'a crash between the publish and the clearing: published again with the same id',
    async run(world) {
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
    },
  },
  {
    name: 'a bus that is away is tried again, told of once, and nothing is lost or out of order',
    async run(world) {
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
    },
  },
  {
    name: 'the lease of a replica that died is taken over when it has run out, and not before',
    async run(world) {
      const name = `outbox:${world.model.db.name}.${world.model.collection.name}`;
      const heldMs = 400;
      const takenMs = performance.now();
      await world.kv.lease(name, heldMs);
      await world.model.create({ name: 'a', state: 1, ...outboxOf([world.event('u', 'later')]) });
      world.relay().notify();
      await until('the event', () => world.bus.texts('u').length === 1);
      expect(performance.now() - takenMs).toBeGreaterThanOrEqual(heldMs - 2);
    },
  },
  {
    name: 'stopping finishes the publish under way, clears it, and publishes nothing after',
    async run(world) {
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
    },
  },
];
