import mongoose, { type Connection } from 'mongoose';
import type { StoresCa } from '@earshot/service-kit/operations';
import { reasonOf } from './faults.ts';

/** Long enough for a server that is still starting, for example next to an init container. */
const serverSelectionTimeoutMS = 30_000;

/**
 * Connects for one command. Index builds and long reads have no time limit. Throws an Error that names MONGODB_URL and
 * the reason, but not the URL's password.
 */
export async function connectMongo(url: string, dbName: string, ca?: StoresCa): Promise<Connection> {
  const options = {
    dbName,
    ...(ca !== undefined && { ca: [...ca] }),
    serverSelectionTimeoutMS,
    appName: 'earshot-operations',
    autoIndex: false,
    autoCreate: false,
    writeConcern: { w: 'majority', journal: true },
  } as const;
  return mongoose
    .createConnection(url, options)
    .asPromise()
    .catch((cause: unknown) => {
      throw new Error(`Cannot connect to MongoDB at MONGODB_URL: ${reasonOf(cause)}`, { cause });
    });
}
