import { topics } from '@earshot/proto/events';
import type { ServiceName } from '@earshot/proto/values';
import mongoose from 'mongoose';
import type { Clock, Logger, Meters } from '@earshot/core';
import { type Dependency, documentsDependency } from '../http/dependencies.ts';
import type { ServiceDirectory } from '../directory/service-directory.ts';
import { noEraser } from '../forget/eraser.ts';
import { watchMongoPool } from '../metrics/mongo-pool.ts';
import { platformOf } from '../run/platform-of.ts';
import type { Host } from '../run/run-services.ts';
import type { PlatformSettings } from '../service/settings.ts';
import { readSecurityLogKey } from '../security/log-key.ts';
import { securityRecorder } from '../security/security-recorder.ts';
import { mailerOf, modelOf, sitesAt } from '../run/third-parties.ts';
import { checkIndexes } from '../documents/indexes.ts';
import { openKafkaBus } from '@earshot/event-bus/kafka';
import { areaOf, sharedAreas, withinArea } from './key-value-area.ts';
import { connectMongo, type MongoConnection, mongoLimits } from './mongo.ts';
import { databaseName, redisPrefix } from './names.ts';
import { redisKeyValue } from './redis-key-value.ts';
import type { ClusterSettings } from './settings.ts';
import { kafkaSecurity, readStoresCa, type StoresCa } from './store-access.ts';
import { signingKeysFrom } from './signing-keys.ts';

export interface ClusterOptions {
  readonly settings: ClusterSettings & PlatformSettings;
  /** The Kafka client id, which Kafka's logs show. */
  readonly clientId: string;
  readonly clock: Clock;
  readonly meters: Meters;
  /** Creates a logger with the name of a service. */
  readonly log: (name: string) => Logger;
}

/**
 * Creates the host of a process in a cluster. It uses Kafka, MongoDB and Redis, and calls other services at configured
 * addresses.
 */
export async function clusterHost(options: ClusterOptions): Promise<Host> {
  const { settings, clock, meters } = options;
  const log = options.log('platform');
  const { EARSHOT_NAMESPACE: namespace } = settings;
  const ca = readStoresCa(settings.STORES_CA_FILE);
  const kv = redisKeyValue({ url: settings.REDIS_URL, ca, prefix: redisPrefix(namespace), log });
  const bus = await busOf(options, ca);
  const security = securityRecorder({ clock, log, key: readSecurityLogKey(settings.SECURITY_LOG_KEY_FILE) });
  const directory = directoryOf(settings);
  const sourceKv = withinArea(kv, sharedAreas.source);
  const hasSandbox = directory.hasStarted('sandbox');
  const sites = sitesAt(directory, { settings, clock, kv: sourceKv, meters, log, hasSandbox });
  const model = await modelOf({ settings, clock, kv: withinArea(kv, sharedAreas.model), meters, log });
  const thirdParties = { ...sites, ...model, mailer: mailerOf(settings, null), eraser: noEraser };
  const shared = { clock, bus, directory, meters, security, ...thirdParties };
  const databases: MongoConnection[] = [];
  const usable = [usableDependency('kafka', bus), usableDependency('redis', kv)];

  return {
    log,
    listenAt: () => ({ port: settings.PORT, host: settings.HOST, setting: 'PORT' }),
    platformFor: async (service) => {
      const { name, database } = service;
      const keys = await signingKeysFrom(name, settings);
      const own = options.log(name);
      const mongo = database === null ? noMongo() : mongoOf(name, database, { settings, ca, log: own });
      databases.push(mongo);
      if (database !== null) watchMongoPool(meters, name, mongo.connection);
      await mongo.connected;
      const documents = mongo.connection;
      const parts = { documents, kv: withinArea(kv, areaOf(service)), log: own };
      return platformOf(service, { ...shared, ...parts }, keys);
    },
    dependenciesOf: ({ database }, { documents }) =>
      database === null ? usable : [documentsDependency('mongodb', documents), ...usable],
    seeToIndexes: ({ documents }, models) => checkIndexes({ documents, models }),
    addressOf: (service) => settings.SERVICE_URLS.get(service),
    announce: () => undefined,
    lingerMs: settings.STOP_LINGER_MS,
    stop: async () => {
      await security.stop();
      await bus.stop();
      await Promise.all(databases.map((one) => one.close()));
      await kv.stop();
    },
  };
}

function busOf({ settings, clientId, clock, log }: ClusterOptions, ca: StoresCa) {
  const { EARSHOT_NAMESPACE: namespace, KAFKA_SESSION_MS: sessionMs } = settings;
  return openKafkaBus({
    brokers: settings.KAFKA_BROKERS,
    security: kafkaSecurity(settings, ca),
    clientId,
    topics,
    clock,
    log: log('platform'),
    ...(namespace && { namespace }),
    ...(sessionMs && { timing: { sessionMs, heartbeatMs: Math.min(3_000, sessionMs / 5) } }),
  });
}

function directoryOf({ SERVICE_URLS }: ClusterSettings): ServiceDirectory {
  return {
    urlOf: (service) => {
      const url = SERVICE_URLS.get(service);
      if (url === undefined) throw new Error(`SERVICE_URLS does not name ${service}`);
      return url;
    },
    hasStarted: (service) => SERVICE_URLS.has(service),
  };
}

interface MongoPlace {
  readonly settings: ClusterSettings;
  readonly ca: StoresCa;
  readonly log: Logger;
}

function mongoOf(service: ServiceName, database: string, { settings, ca, log }: MongoPlace): MongoConnection {
  const { MONGODB_URL: url, MONGODB_TIMEOUT_MS: timeoutMs, EARSHOT_NAMESPACE: namespace } = settings;
  if (url === undefined) throw new Error(`MONGODB_URL is missing, and ${service} keeps data`);
  const dbName = databaseName(namespace, database);
  return connectMongo({ url, ca, dbName, appName: `earshot-${service}`, log, limits: mongoLimits(timeoutMs) });
}

/** For a service without a database: a connection that is never opened. */
function noMongo(): MongoConnection {
  const connection = mongoose.createConnection();
  return { connection, connected: Promise.resolve(), close: () => connection.close() };
}

/** A server that the process can work without. */
function usableDependency(name: string, server: { up(): boolean | Promise<boolean> }): Dependency {
  return { name, needed: false, answers: async () => server.up() };
}
