import { expect } from '@jest/globals';
import { z } from 'zod';
import type { BusRecord } from '@earshot/event-bus';
import { outboxOf } from '../../../src/outbox/outbox.ts';
import { until, WeaklyHeld } from '@earshot/core/testing';
import { type OutboxCase, type OutboxWorld, testCase } from './world.ts';

const eventCount = 100_000;
const eventsEach = 5;
/** Documents that the relay reads per batch. */
const batchDocuments = 200;
/**
 * Batches that may still be in memory at the end: the last one, and one that the driver or the engine still references.
 */
const allowedAlive = 2;

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

const withEvents = z.object({ outbox: z.array(z.object({ id: z.string() })) });

/** Counts events that were read but not yet published, and records the maximum. */
class Held {
  readonly #ids = new Set<string>();
  most = 0;

  constructor(world: OutboxWorld) {
    world.onRead((document) => {
      const found = withEvents.safeParse(document);
      for (const { id } of found.data?.outbox ?? []) this.#ids.add(id);
      this.most = Math.max(this.most, this.#ids.size);
    });
  }

  published(records: readonly BusRecord[]): void {
    for (const { headers } of records) this.#ids.delete(headers['id'] ?? '');
  }
}

export const boundCases: OutboxCase[] = [
  testCase('a hundred thousand waiting events go out in order, in bounded batches, and none is kept', async (world) => {
    await fill(world);
    const held = new Held(world);
    const batches = new WeaklyHeld();
    let published = 0;
    let inOrder = true;
    const publish: typeof world.bus.publish = async (records) => {
      for (const { value } of records.slice(0, 1)) batches.add(value);
      held.published(records);
      for (const { value } of records) {
        inOrder &&= Buffer.from(value).toString() === String(published);
        published += 1;
      }
    };
    await world.relay({ bus: { publish } }).start();
    const allowed = batchDocuments * eventsEach;
    await until('all of them', () => published >= eventCount || held.most > allowed, 400_000);
    expect(held.most).toBeGreaterThan(0);
    expect(held.most).toBeLessThanOrEqual(allowed);
    await until('an empty outbox', async () => (await world.waiting()) === 0);
    expect({ published, inOrder }).toEqual({ published: eventCount, inOrder: true });
    expect(batches.count).toBeGreaterThan(10 * allowedAlive);
    await until('the published ones to be let go', () => batches.alive() <= allowedAlive, undefined, 100);
  }),
];
