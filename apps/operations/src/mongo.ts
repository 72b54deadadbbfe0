import type { Connection } from 'mongoose';
import mongoose from 'mongoose';
import { reasonOf } from './faults.ts';

/** Long enough for a server that is just starting, as beside an init container. */
const serverSelectionTimeoutMS = 30_000;

/**
 * A connection for one command: builds and long reads have no time limit of their own. Throws an Error that says where
 * nobody answered, without the URL's password.
 */
export async function connectMongo(url: string, dbName: string): Promise<Connection> {
  const options = {
    ...{ dbName, serverSelectionTimeoutMS, appName: 'earshot-operations', autoIndex: false, autoCreate: false },
    writeConcern: { w: 'majority', journal: true },
  } as const;
  return mongoose
    .createConnection(url, options)
    .asPromise()
    .catch((cause: unknown) => {
      throw new Error(`MongoDB does not answer as MONGODB_URL says: ${reasonOf(cause)}`, { cause });
    });
}
