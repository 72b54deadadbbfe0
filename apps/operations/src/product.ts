import { allServices } from '@earshot/all-in-one/services';
import type { Service } from '@earshot/service-kit';
import type { Topic } from '@earshot/proto/events';
import { eventTable } from '@earshot/proto/events';

/** A service's database: its name in the product, and what is declared of it (any role of the service does). */
export interface OwnDatabase {
  readonly name: string;
  readonly models: NonNullable<Service['models']>;
  readonly upgrades: NonNullable<Service['upgrades']>;
}

/** Every database of the product, once. */
export const databases: readonly OwnDatabase[] = allServices.flatMap(
  ({ name, database, models, upgrades = [] }, position) => {
    const first = allServices.findIndex((service) => service.database === database) === position;
    if (database === null || !first) return [];
    if (models === undefined) throw new Error(`${name} declares no models`);
    return [{ name: database, models, upgrades }];
  },
);

/** Every consumer group: the names of the services that consume events. */
export const groups: readonly string[] = allServices.flatMap(({ name, consumes }) =>
  consumes.length > 0 ? [name] : [],
);

/**
 * What must be handled before data may move: the topics that each group with a database consumes. Groups without one
 * only forward events to those who listen now; what they have not seen concerns nobody later.
 */
export const lastingConsumers: readonly { readonly group: string; readonly topic: Topic }[] = allServices.flatMap(
  ({ name, database, consumes }) => {
    const topics = new Set(database === null ? [] : consumes.map((event) => eventTable[event].topic));
    return [...topics].map((topic) => ({ group: name, topic }));
  },
);
