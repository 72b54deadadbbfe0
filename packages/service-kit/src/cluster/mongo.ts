import type { Connection, ConnectOptions } from 'mongoose';
import mongoose from 'mongoose';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@earshot/core';
import { watchHeartbeats } from './mongo-heartbeats.ts';

export interface MongoOptions {
  /** `mongodb://` or `mongodb+srv://`, with user and password if there are any. */
  readonly url: string;
  readonly dbName: string;
  /** Shown in MongoDB's log and its list of operations. */
  readonly appName: string;
  readonly log: Logger;
  /** Milliseconds in place of the product's own. */
  readonly limits?: Partial<MongoLimits>;
}

export interface MongoLimits {
  readonly serverSelection: number;
  readonly heartbeat: number;
  readonly connect: number;
  readonly waitQueue: number;
  readonly socket: number;
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
const ownLimits: MongoLimits = {
  serverSelection: 1_200,
  heartbeat: 500,
  connect: 800,
  waitQueue: 1_200,
  socket: 30_000,
};
/** Those of somebody more patient: `ms` instead of 1,200 until MongoDB counts as away. */
export function mongoLimits(ms: number): Partial<MongoLimits> {
  return {
    serverSelection: ms,
    waitQueue: ms,
    connect: Math.round((ms * ownLimits.connect) / ownLimits.serverSelection),
  };
}
const firstRetryMs = 200;
const longestRetryMs = 2_000;

/**
 * One pool of connections to one database. Connects at once and, while MongoDB is away, again for ever; only a URL that
 * cannot be one ends that. A write is acknowledged when a majority of the members has it in its journal. Where the URL
 * names several members, a call that one of them failed is tried once more on the next; a lone server has no retryable
 * writes, and a read would only wait twice.
 */
export function connectMongo(options: MongoOptions): MongoConnection {
  const connection = mongoose.createConnection(options.url, settingsOf(options));
  const tell = teller(options);
  const closing = new AbortController();
  const connecting = { connection, options, tell, signal: closing.signal };
  const connected = connectAtLast(connection.asPromise(), connecting);
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

interface Connecting {
  readonly connection: Connection;
  readonly options: MongoOptions;
  readonly tell: Teller;
  readonly signal: AbortSignal;
}

async function connectAtLast(first: Promise<Connection>, connecting: Connecting): Promise<void> {
  const { connection, options, tell, signal } = connecting;
  let attempt = first;
  for (let failures = 0; ; failures += 1) {
    try {
      await attempt;
      tell.back();
      watchServers(connecting);
      return;
    } catch (error) {
      if (!(error instanceof Error) || error.name === 'MongoParseError') throw error;
      tell.away(error.message);
      await wait(Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(failures, 10)), undefined, { signal });
      attempt = connection.openUri(options.url, settingsOf(options));
    }
  }
}

/** By the driver's own events: mongoose's depend on what it took the deployment for at the first connection. */
function watchServers(connecting: Connecting): void {
  const { connection, tell, signal } = connecting;
  const client = connection.getClient();
  client.on('topologyDescriptionChanged', ({ newDescription }) => {
    if (signal.aborted || client !== connection.getClient()) return;
    if (newDescription.hasKnownServers && newDescription.type !== 'ReplicaSetNoPrimary') tell.back();
    else tell.away('no connection');
  });
  const watch = watchHeartbeats(client, (address) => {
    connectAnew(address, connecting).catch((error: unknown) => {
      if (!signal.aborted) connecting.options.log.error({ err: error }, 'MongoDB cannot be connected anew');
    });
  });
  signal.addEventListener('abort', watch.stop, { once: true });
}

/** With a new client, which has new monitors; calls fail meanwhile as they do while MongoDB is away. */
async function connectAnew(address: string, connecting: Connecting): Promise<void> {
  const { connection, options, tell, signal } = connecting;
  options.log.warn({ address }, 'the driver no longer asks this server whether it is there: connecting anew');
  tell.away('no heartbeat');
  await connection.close();
  if (!signal.aborted) await connectAtLast(connection.openUri(options.url, settingsOf(options)), connecting);
}

function settingsOf({ url, dbName, appName, limits: given }: MongoOptions): ConnectOptions {
  const limits = { ...ownLimits, ...given };
  return {
    dbName,
    appName,
    // Calls made before the first connection fail instead of waiting.
    bufferCommands: false,
    autoIndex: false,
    autoCreate: false,
    writeConcern: { w: 'majority', journal: true },
    // The driver itself leaves it out where the deployment has none.
    retryWrites: true,
    retryReads: namesMembers(url),
    maxPoolSize: 20,
    minPoolSize: 2,
    serverSelectionTimeoutMS: limits.serverSelection,
    heartbeatFrequencyMS: limits.heartbeat,
    connectTimeoutMS: limits.connect,
    waitQueueTimeoutMS: limits.waitQueue,
    socketTimeoutMS: limits.socket,
  };
}

function namesMembers(url: string): boolean {
  return /^mongodb\+srv:|[?&]replicaSet=/.test(url) || /^mongodb:\/\/[^/]*,/.test(url);
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
