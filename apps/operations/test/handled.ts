import { until } from '@earshot/core/testing';
import type { TestServices } from '@earshot/testing';
import { allServices } from '@earshot/all-in-one/services';
import { lastingConsumers } from '../src/product.ts';

/**
 * Waits until all events have left their outboxes and every group with a database has handled them, so that the folder
 * can be moved. Needs all services.
 */
export async function allHandled(product: TestServices): Promise<void> {
  const { bus } = product.platformOf('lead');
  const onTheBus = () => sum(lastingConsumers.map(({ group, topic }) => bus.lag(group, topic)));
  const outboxes = allServices.flatMap(({ name, database }) =>
    database === null
      ? []
      : Object.values(product.platformOf(name).documents.models).filter(({ schema }) => schema.path('outboxAt')),
  );
  const notPublished = () => sum(outboxes.map((model) => model.countDocuments({ outboxAt: { $exists: true } }).exec()));
  // An outbox that has just been emptied may have given the bus work after the first look at it.
  await until(
    'all events to be handled',
    async () => (await onTheBus()) === 0 && (await notPublished()) === 0 && (await onTheBus()) === 0,
  );
}

async function sum(counts: readonly Promise<number>[]): Promise<number> {
  return (await Promise.all(counts)).reduce((total, count) => total + count, 0);
}
