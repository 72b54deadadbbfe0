import type { Connection, ConnectOptions } from 'mongoose';
import mongoose from 'mongoose';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Logger } from '../log.ts';

export interface MongoOptions {
  /** `mongodb://` or `mongodb+srv://`, with user and password if there are any. */
  readonly url: string;
  readonly dbName: string;
  /** Shown in MongoDB's log and its list of operations. */
  readonly appName: string;
  readonly log: Logger;
}

export interface MongoConnection {
  /**
   * To be used at once: while MongoDB is away each call fails within 2 s with an error that `documentsAway` knows, and
   * calls succeed again when it is back.
   */
  readonly connection: Connection;
  /** Resolves when MongoDB has answered for the first time; rejects when it is closed before. */
  readonly connected: Promise<void>;
  close(): Promise<void>;
}

/**
 * Together these keep a call under 2 s whatever is wrong: a refused one ends with `serverSelection`; one on a connection
 * that fell silent when the monitor, asking every `heartbeat`, has waited for `connect`. Milliseconds.
 */
const limits = { serverSelection: 1_500, heartbeat: 500, connect: 1_000, waitQueue: 1_500, socket: 30_000 };
const neverByItself = { bufferCommands: false, autoIndex: false, autoCreate: false };
const firstRetryMs = 200;
const longestRetryMs = 2_000;

/**
 * One pool of connections to one database. Connects at once and, while MongoDB is away, again for ever. A write is
 * acknowledged when a majority of the members has it in its journal. Where the deployment has several members reads and
 * writes are tried once more on the next one; a lone server has no retryable writes, and reads would only wait twice.
 */
export function connectMongo(options: MongoOptions): MongoConnection {
  // A connection that is not open yet has only the options of its mongoose: calls fail there instead of waiting.
  const connection = new mongoose.Mongoose(neverByItself).createConnection();
  const tell = teller(options);
  connection.on('disconnected', () => tell.away('no connection'));
  connection.on('connected', () => tell.back());
  const closing = new AbortController();
  const connected = connectAtLast(connection, options, { tell, signal: closing.signal });
  connected.catch(() => undefined);
  return {
    connection,
    connected,
    close: async () => {
      closing.abort();
      await connected.catch(() => undefined);
      await connection.close();
    },
  };
}

async function connectAtLast(
  connection: Connection,
  options: MongoOptions,
  { tell, signal }: { tell: Teller; signal: AbortSignal },
): Promise<void> {
  for (let failures = 0; ; failures += 1) {
    signal.throwIfAborted();
    try {
      await connection.openUri(options.url, { ...settingsOf(options), retryReads: await hasMembers(options) });
      return;
    } catch (error) {
      tell.away(error instanceof Error ? error.message : 'unknown');
      await wait(Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(failures, 10)), undefined, { signal });
    }
  }
}

function settingsOf({ dbName, appName }: MongoOptions): ConnectOptions {
  return {
    dbName,
    appName,
    ...neverByItself,
    writeConcern: { w: 'majority', journal: true },
    // The driver itself leaves it out where the deployment has none.
    retryWrites: true,
    maxPoolSize: 20,
    minPoolSize: 2,
    serverSelectionTimeoutMS: limits.serverSelection,
    heartbeatFrequencyMS: limits.heartbeat,
    connectTimeoutMS: limits.connect,
    waitQueueTimeoutMS: limits.waitQueue,
    socketTimeoutMS: limits.socket,
  };
}

const hello = z.object({ setName: z.string().optional(), msg: z.string().optional() });

/** A replica set, or a cluster of shards: a call that one member failed may succeed on another. */
async function hasMembers({ url, appName }: MongoOptions): Promise<boolean> {
  const client = new mongoose.mongo.MongoClient(url, {
    appName,
    serverSelectionTimeoutMS: limits.serverSelection,
    connectTimeoutMS: limits.connect,
  });
  try {
    const { setName, msg } = hello.parse(await client.db('admin').command({ hello: 1 }));
    return setName !== undefined || msg === 'isdbgrid';
  } finally {
    await client.close();
  }
}

interface Teller {
  away(reason: string): void;
  back(): void;
}

/** Tells the log once when MongoDB goes and once when it is back. */
function teller({ log }: MongoOptions): Teller {
  let gone = false;
  return {
    away: (reason) => {
      if (!gone) log.warn({ reason }, 'MongoDB is away; calls fail until it is back');
      gone = true;
    },
    back: () => {
      if (gone) log.info('MongoDB is back');
      gone = false;
    },
  };
}
