import { allServices } from '@earshot/all-in-one/services';
import type { Service } from '@earshot/platform';

/** A service's database: its name in the product, and who declares its models (any role of the service does). */
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
