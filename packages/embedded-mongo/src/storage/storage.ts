import type { Catalog } from './catalog.ts';
import type { Database } from './database.ts';

export interface Storage {
  readonly database: Database;
  readonly catalog: Catalog;
}
