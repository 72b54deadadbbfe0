import type { ServiceName } from '@earshot/proto/values';
import { z } from 'zod';
import type { BusRecord } from '@earshot/event-bus';
import { type Clock, type Meters, timeOfId } from '@earshot/core';
import type { OutboxModel } from '../outbox/outbox.ts';
import { knownEventType } from './event-type.ts';

/** Documents whose events a scrape counts individually. */
const countedDocuments = 1_000;

const waiting = z.object({ outboxAt: z.string(), outbox: z.array(z.unknown()) });

/**
 * Registers gauges that read the size and age of the collection's outbox at each scrape. An index contains exactly the
 * waiting documents.
 */
export function watchOutbox(meters: Meters, given: { service: ServiceName; model: OutboxModel; clock: Clock }): void {
  const { service, model, clock } = given;
  const { collection } = model;
  const labels = { service, collection: collection.name };
  const key = `${service} ${collection.name}`;
  meters.gauge('outboxDepth').watch(key, async () => [{ labels, value: await depthOf(model) }]);
  meters.gauge('outboxAge').watch(key, async () => {
    const [oldest] = await oldestOf(model, 1);
    const seconds = oldest === undefined ? 0 : (clock.now().getTime() - timeOfId(oldest.outboxAt)) / 1000;
    return [{ labels, value: Math.max(0, seconds) }];
  });
}

async function depthOf(model: OutboxModel): Promise<number> {
  const counted = await oldestOf(model, countedDocuments);
  const events = counted.reduce((sum, { outbox }) => sum + outbox.length, 0);
  if (counted.length < countedDocuments) return events;
  const documents = await model.collection.countDocuments({ outboxAt: { $gt: '' } });
  return events + Math.max(0, documents - counted.length);
}

async function oldestOf({ collection }: OutboxModel, limit: number) {
  const options = { projection: { outboxAt: 1, 'outbox.id': 1 }, sort: { outboxAt: 1 as const }, limit };
  const found = await collection.find({ outboxAt: { $gt: '' } }, options).toArray();
  return found.map((document) => waiting.parse(document));
}

/** Returns a function that counts the records a relay has published. */
export function publishedMeter(meters: Meters, service: ServiceName): (records: readonly BusRecord[]) => void {
  const published = meters.counter('eventsPublished');
  return (records) => {
    for (const { topic, headers } of records) published.add({ service, topic, type: knownEventType(headers['type']) });
  };
}

/** Returns a function that counts a record that the bus refused as a dead letter of the service that made it. */
export function refusedMeter(meters: Meters, service: ServiceName): (record: BusRecord) => void {
  return ({ topic }) => meters.counter('deadLetters').add({ group: service, topic });
}
