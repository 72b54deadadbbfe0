import { createHash } from 'node:crypto';
import type { MongoConnection } from '../../service-kit/src/cluster/mongo.ts';
import { connectMongo } from '../../service-kit/src/cluster/mongo.ts';
import { createLogger } from '@earshot/core';
import type { Platform, Service } from '@earshot/service-kit';

/** The databases that services have on a shared MongoDB in a test; the same ones for the same data folder. */
export interface TestDatabases {
  /** Nothing for a service without a database. */
  documentsOf(service: Pick<Service, 'database'>): Promise<Partial<Pick<Platform, 'documents'>>>;
  close(options: { drop: boolean }): Promise<void>;
}

/** A machine that stands still is no outage: the product's own limits are a second. */
const limits = { serverSelection: 60_000, connect: 60_000, waitQueue: 60_000 };

/** Connects as a cluster does, but patiently; without a URL there are none. `folder` tells tests apart. */
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
