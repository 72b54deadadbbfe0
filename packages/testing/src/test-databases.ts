import { createHash } from 'node:crypto';
import { connectMongo, type MongoConnection } from '../../service-kit/src/cluster/mongo.ts';
import { createLogger } from '@earshot/core';
import type { Platform, Service } from '@earshot/service-kit';

/** The services' databases on a shared MongoDB in a test. The same data folder gets the same databases. */
export interface TestDatabases {
  /** Empty for a service without a database. */
  documentsOf(service: Pick<Service, 'database'>): Promise<Partial<Pick<Platform, 'documents'>>>;
  close(options: { drop: boolean }): Promise<void>;
}

/** A suspended machine must not count as an outage, so these limits exceed the product's limit of a second. */
const limits = { serverSelection: 60_000, connect: 60_000, waitQueue: 60_000 };

/** Connects like a cluster, with longer limits; without a URL it opens no databases. `folder` separates tests. */
export function testDatabases(url: string | undefined, folder: string): TestDatabases {
  const prefix = `test_${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`;
  const log = createLogger({ name: 'test', level: 'silent' });
  const opened: MongoConnection[] = [];
  return {
    documentsOf: async ({ database }) => {
      if (url === undefined || database === null) return {};
      const made = connectMongo({ url, dbName: `${prefix}_${database}`, appName: 'test', log, limits });
      opened.push(made);
      await made.connected;
      return { documents: made.connection };
    },
    close: async ({ drop }) => {
      if (drop) await Promise.all(opened.map(({ connection }) => connection.dropDatabase()));
      await Promise.all(opened.map((made) => made.close()));
    },
  };
}
