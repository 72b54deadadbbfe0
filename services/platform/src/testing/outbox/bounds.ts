import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from '@jest/globals';
import { outboxOf } from '../../outbox/outbox.ts';
import { until } from '../until.ts';
import type { OutboxCase, OutboxWorld } from './world.ts';

const eventCount = 100_000;
const eventsEach = 5;
/** What the relay reads at once. */
const batchDocuments = 200;
/** How many publishes from one look at the memory to the next. */
const lookEvery = 25;
/** Of what reading everything at once takes. Measured: 7 of 60 MB. */
const allowedShare = 0.25;

/** Bytes that live after a garbage collection. */
function liveBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
}

async function fill(world: OutboxWorld): Promise<void> {
  for (let n = 0; n < eventCount; n += 1_000) {
    const some = Array.from({ length: 1_000 / eventsEach }, (_, at) => {
      const numbers = Array.from({ length: eventsEach }, (__, step) => n + at * eventsEach + step);
      const events = numbers.map((number) => world.event('u', String(number)));
      return { name: `doc ${n + at}`, state: 0, ...outboxOf(events) };
    });
    await world.model.collection.insertMany(some, { ordered: false });
  }
}

/** What a relay without bounds would hold. */
async function bytesOfAll(world: OutboxWorld): Promise<number> {
  const before = liveBytes();
  const all = await world.model.collection.find({ outboxAt: { $gt: '' } }, { projection: { outbox: 1 } }).toArray();
  const bytes = liveBytes() - before;
  expect(all).toHaveLength(eventCount / eventsEach);
  return bytes;
}

export const boundCases: OutboxCase[] = [
  {
    name: 'a hundred thousand waiting events go out in order, in bounded batches and little memory',
    async run(world) {
      await fill(world);
      const naive = await bytesOfAll(world);
      const before = liveBytes();
      let batches = 0;
      let published = 0;
      let inOrder = true;
      let largest = 0;
      let most = 0;
      const publish: typeof world.bus.publish = async (records) => {
        largest = Math.max(largest, records.length);
        batches += 1;
        if (batches % lookEvery === 0) most = Math.max(most, liveBytes() - before);
        for (const { value } of records) {
          inOrder &&= Buffer.from(value).toString() === String(published);
          published += 1;
        }
      };
      await world.relay({ bus: { publish } }).start();
      await until('all of them', () => published >= eventCount, 110_000);
      await until('an empty outbox', async () => (await world.waiting()) === 0);
      expect({ published, inOrder }).toEqual({ published: eventCount, inOrder: true });
      expect(largest).toBeLessThanOrEqual(batchDocuments * eventsEach);
      expect(batches).toBeGreaterThanOrEqual(lookEvery);
      expect(most).toBeLessThan(naive * allowedShare);
    },
  },
];
