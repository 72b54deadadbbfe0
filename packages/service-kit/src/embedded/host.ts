import { topics } from '@earshot/proto/events';
import { join } from 'node:path';
import mongoose, { type Connection } from 'mongoose';
import { type Clock, type Logger, type Meters, steadyClock } from '@earshot/core';
import { documentsDependency } from '../http/dependencies.ts';
import { startEmbeddedDocuments } from '@earshot/embedded-mongo';
import { findLocalServers } from '@earshot/llm';
import type { Resolver } from '@earshot/outbound';
import { localModelServers, type ServiceName } from '@earshot/proto/values';
import { watchMongoPool } from '../metrics/mongo-pool.ts';
import { platformOf } from '../run/platform-of.ts';
import type { Host } from '../run/run-services.ts';
import type { StoredModel } from '../documents/stored-model.ts';
import type { PlatformSettings } from '../service/settings.ts';
import { securityLogKeyIn } from '../security/log-key.ts';
import { securityRecorder } from '../security/security-recorder.ts';
import { mailerOf, modelOf, sitesAt } from '../run/third-parties.ts';
import { openEmbeddedBus } from '@earshot/event-bus/sqlite';
import { startControl } from './control.ts';
import { holdDataFolder } from './data-folder.ts';
import type { Eraser } from '../forget/eraser.ts';
import { embeddedKeyValue } from './key-value.ts';
import { signingKeys } from './signing-keys.ts';
import { traceCleaner } from './trace-cleaner.ts';

export interface EmbeddedOptions {
  /** Holds all data. Only this process uses the folder while it runs. */
  readonly folder: string;
  readonly settings: PlatformSettings;
  readonly clock: Clock;
  readonly meters: Meters;
  /** Creates a logger with the name of a service. */
  readonly log: (name: string) => Logger;
  /** Creates the logger of a service's security events. By default they go to stdout at every log level. */
  readonly securityLines?: (service: string) => Logger;
  /** Receives lines for the person at the terminal. By default they go to the log. */
  readonly say?: (line: string) => void;
  /** Looks up the names of sites that users type. By default as the system does. */
  readonly resolve?: Resolver;
}

/** Creates the host of a single process. Every port uses its embedded adapter, and all data is in one folder. */
export async function embeddedHost(options: EmbeddedOptions): Promise<Host> {
  const { clock, meters } = options;
  const folder = holdDataFolder(options.folder);
  const log = options.log('platform');
  const { documents, bus } = await openStores(folder.path, clock, log).catch((cause: unknown) => {
    folder.release();
    throw cause;
  });
  const kv = embeddedKeyValue({ clock: steadyClock(clock) });
  const keys = signingKeys(folder.path);
  const publicKeys = new Map([...keys].map(([name, pair]) => [name, pair.publicKey]));
  const addresses = new Map<ServiceName, string>();
  const connections: Connection[] = [];
  const directory = {
    urlOf: (service: ServiceName) => known(addresses, service),
    hasStarted: (service: ServiceName) => addresses.has(service),
  };
  const sites = sitesAt(directory, { ...options, kv, log, hasSandbox: true });
  const model = await modelOf({ ...options, kv, log }, () => findLocalServers(localModelServers));
  const report = options.say ?? ((line: string) => log.info(line));
  const mailer = mailerOf(options.settings, { folder: join(folder.path, 'mail'), report });
  const security = securityRecorder({ clock, log, key: securityLogKeyIn(folder.path), lines: options.securityLines });
  const { eraser, traces } = erasing(folder.path, { documents, bus }, log);
  const shared = { clock, bus, kv, directory, meters, ...sites, ...model, mailer, eraser, security };
  const control = await startControl(folder.path);

  return {
    log,
    listenAt: () => ({ port: 0, host: '127.0.0.1' }),
    platformFor: async (service) => {
      const connection = await connect(documents.uri, service.database);
      connections.push(connection);
      if (service.database !== null) watchMongoPool(meters, service.name, connection);
      const own = { log: options.log(service.name), documents: connection };
      const privateKey = keys.get(service.name)?.privateKey ?? '';
      const platform = platformOf(service, { ...shared, ...own }, { privateKey, publicKeys });
      return control.offering(service, platform);
    },
    dependenciesOf: ({ database }, { documents: connection }) =>
      database === null ? [] : [documentsDependency('documents', connection)],
    seeToIndexes: (_platform, models) => buildIndexes(models),
    announce: (service, url) => addresses.set(service, url),
    stop: async () => {
      for (const part of [control, security, bus, traces]) await part.stop();
      await Promise.all(connections.map((connection) => connection.close()));
      await documents.stop();
      await kv.stop();
      folder.release();
    },
  };
}

function erasing(folder: string, { documents, bus }: Awaited<ReturnType<typeof openStores>>, log: Logger) {
  const traces = traceCleaner({ folder, clear: () => documents.clearTraces({ rewrite: true }), log });
  const eraser: Eraser = { erase: (userId) => bus.erase(userId), clearTraces: () => traces.request() };
  return { eraser, traces };
}

async function buildIndexes(models: readonly StoredModel[]): Promise<void> {
  for (const model of models) await model.createIndexes();
}

/** Opens the stores of documents and events. If a file is damaged, the error names it, and the file stays unchanged. */
async function openStores(path: string, clock: Clock, log: Logger) {
  const advice = `restore the data folder ${path} from a backup, or set EARSHOT_DATA to another folder`;
  const warn = (line: string) => log.warn(line);
  const documents = await startEmbeddedDocuments({ folder: path, log: warn, clock }).catch((cause) => {
    throw new Error(`documents.sqlite cannot be opened (${reasonOf(cause)}): ${advice}`, { cause });
  });
  const alsoClean = documents.clearTraces;
  const bus = await openEmbeddedBus({ folder: path, topics, clock, log, alsoClean }).catch(async (cause) => {
    await documents.stop();
    throw new Error(`bus.sqlite cannot be opened (${reasonOf(cause)}): ${advice}`, { cause });
  });
  return { documents, bus };
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function known(addresses: ReadonlyMap<ServiceName, string>, service: ServiceName): string {
  const url = addresses.get(service);
  if (url === undefined) throw new Error(`${service} has not started`);
  return url;
}

/** A service without a database gets a connection that is never opened. */
async function connect(uri: string, database: string | null): Promise<Connection> {
  if (database === null) return mongoose.createConnection();
  // The server is in this process, so it needs no monitoring: the driver still notices a broken connection at its next use.
  const options = {
    dbName: database,
    autoIndex: false,
    autoCreate: false,
    maxPoolSize: 10,
    heartbeatFrequencyMS: 60_000,
  };
  return mongoose.createConnection(uri, options).asPromise();
}
