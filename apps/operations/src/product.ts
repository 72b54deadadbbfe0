import { allServices } from '@earshot/all-in-one/services';
import type { Service } from '@earshot/service-kit';
import { eventTable, type Topic } from '@earshot/proto/events';

/** A service's database: its name and its models. Each role of a service declares all of them. */
export interface OwnDatabase {
  readonly name: string;
  readonly models: NonNullable<Service['models']>;
}

/** Every database of the product, once. */
export const databases: readonly OwnDatabase[] = allServices.flatMap(({ name, database, models }, position) => {
  const first = allServices.findIndex((service) => service.database === database) === position;
  if (database === null || !first) return [];
  if (models === undefined) throw new Error(`${name} declares no models`);
  return [{ name: database, models }];
});

/** Every consumer group: the names of the services that consume events. */
export const groups: readonly string[] = allServices.flatMap(({ name, consumes }) =>
  consumes.length > 0 ? [name] : [],
);

/**
 * The topics that each group with a database consumes. These groups must have handled all events before data can move.
 * Groups without a database only forward events to connected clients, so their unread events can be dropped.
 */
export const lastingConsumers: readonly { readonly group: string; readonly topic: Topic }[] = allServices.flatMap(
  ({ name, database, consumes }) => {
    const topics = new Set(database === null ? [] : consumes.map((event) => eventTable[event].topic));
    return [...topics].map((topic) => ({ group: name, topic }));
  },
);
