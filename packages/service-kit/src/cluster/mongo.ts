import mongoose, { type Connection, type ConnectOptions } from 'mongoose';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@earshot/core';
import { watchHeartbeats } from './mongo-heartbeats.ts';
import type { StoresCa } from './store-access.ts';

export interface MongoOptions {
  /** `mongodb://` or `mongodb+srv://`, with user and password if there are any. */
  readonly url: string;
  readonly dbName: string;
  /** Certificates to trust, where the URL asks for TLS; the default ones if undefined. */
  readonly ca?: StoresCa;
  /** Shown in MongoDB's log and its list of operations. */
  readonly appName: string;
  readonly log: Logger;
  /** Milliseconds that replace the default limits. */
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
   * Usable immediately. While MongoDB is unavailable, each call fails within 2 s with an error that `documentsAway`
   * recognizes. Calls succeed again when MongoDB is back.
   */
  readonly connection: Connection;
  /** Resolves when MongoDB answers for the first time. Rejects when the connection is closed before that. */
  readonly connected: Promise<void>;
  close(): Promise<void>;
}

/**
 * Default limits in milliseconds. Together they keep every call under 2 s. A refused call fails after
 * `serverSelection`. A call on a silent connection fails when the monitor, which sends a heartbeat every `heartbeat`,
 * has waited for `connect`.
 */
const ownLimits: MongoLimits = {
  serverSelection: 1_200,
  heartbeat: 500,
  connect: 800,
  waitQueue: 1_200,
  socket: 30_000,
};
/** Scales the limits so that MongoDB counts as unavailable after `ms` instead of 1,200. */
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
 * Opens a connection pool to one database. Connects immediately and retries without limit while MongoDB is unavailable;
 * only a malformed URL ends the retries. A write is acknowledged when a majority of the members has it in the journal.
 * If the URL names several members, the driver retries a failed call once on the next member. A single server has no
 * retryable writes, and a retried read would only wait twice.
 */
export function connectMongo(options: MongoOptions): MongoConnection {
  const connection = mongoose.createConnection(options.url, settingsOf(options));
  const connectionLog = connectionLogger(options);
  const closing = new AbortController();
  const connecting = { connection, options, connectionLog, signal: closing.signal };
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
  readonly connectionLog: ConnectionLogger;
  readonly signal: AbortSignal;
}

async function connectAtLast(first: Promise<Connection>, connecting: Connecting): Promise<void> {
  const { connection, options, connectionLog, signal } = connecting;
  let attempt = first;
  for (let failures = 0; ; failures += 1) {
    try {
      await attempt;
      connectionLog.back();
      watchServers(connecting);
      return;
    } catch (error) {
      if (!(error instanceof Error) || error.name === 'MongoParseError') throw error;
      connectionLog.away(error.message);
      await wait(Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(failures, 10)), undefined, { signal });
      attempt = connection.openUri(options.url, settingsOf(options));
    }
  }
}

/**
 * Uses the driver's events. mongoose's events depend on the deployment type that it detected at the first connection.
 */
function watchServers(connecting: Connecting): void {
  const { connection, connectionLog, signal } = connecting;
  const client = connection.getClient();
  client.on('topologyDescriptionChanged', ({ newDescription }) => {
    if (signal.aborted || client !== connection.getClient()) return;
    if (newDescription.hasKnownServers && newDescription.type !== 'ReplicaSetNoPrimary') connectionLog.back();
    else connectionLog.away('no connection');
  });
  const watch = watchHeartbeats(client, (address) => {
    reconnect(address, connecting).catch((error: unknown) => {
      if (!signal.aborted) connecting.options.log.error({ err: error }, 'MongoDB cannot be reconnected');
    });
  });
  signal.addEventListener('abort', watch.stop, { once: true });
}

/**
 * Connects with a new client, which has new monitors. Calls fail meanwhile, as they do while MongoDB is unavailable.
 */
async function reconnect(address: string, connecting: Connecting): Promise<void> {
  const { connection, options, connectionLog, signal } = connecting;
  options.log.warn({ address }, 'the driver no longer checks this server: reconnecting');
  connectionLog.away('no heartbeat');
  await connection.close();
  if (!signal.aborted) await connectAtLast(connection.openUri(options.url, settingsOf(options)), connecting);
}

function settingsOf({ url, ca, dbName, appName, limits: given }: MongoOptions): ConnectOptions {
  const limits = { ...ownLimits, ...given };
  return {
    dbName,
    appName,
    ...(ca !== undefined && { ca: [...ca] }),
    // Calls made before the first connection fail instead of waiting.
    bufferCommands: false,
    autoIndex: false,
    autoCreate: false,
    writeConcern: { w: 'majority', journal: true },
    // The driver omits it where the deployment does not support it.
    retryWrites: true,
    retryReads: namesMembers(url),
    // The driver takes a server that is silent during a handshake for an overloaded one, and would wait for it again.
    maxAdaptiveRetries: namesMembers(url) ? 1 : 0,
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

interface ConnectionLogger {
  away(reason: string): void;
  back(): void;
}

/** Logs once when MongoDB becomes unavailable, and once when it is back. */
function connectionLogger({ log }: MongoOptions): ConnectionLogger {
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
