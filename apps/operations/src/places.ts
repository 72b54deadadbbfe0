import { createLogger, parseSettings, type Settings, systemClock, withoutEmpty } from '@earshot/core';
import type { EventBus } from '@earshot/event-bus';
import {
  databaseName,
  DataFolderHeld,
  holdDataFolder,
  openEmbeddedBus,
  openKafkaBus,
  readStoresCa,
  runningDocumentsUri,
  startEmbeddedDocuments,
} from '@earshot/service-kit/operations';
import { topics } from '@earshot/proto/events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Connection } from 'mongoose';
import type { z } from 'zod';
import { connectMongo } from './mongo.ts';
import { dataFolder, installationSettings, kafkaPlace, kafkaSettings, mongoSettings, settingsFor } from './settings.ts';

/** The event bus of an installation, opened for one command. */
export interface OpenBus {
  readonly bus: EventBus;
  close(): Promise<void>;
}

/** The documents of an installation, opened for one command. */
export interface OpenDocuments {
  /** Names the installation for the operator: `the data folder X`, `MongoDB`. */
  readonly label: string;
  /** True for a folder, whose indexes every opening process builds. In a cluster only `npm run indexes` builds them. */
  readonly ownIndexes: boolean;
  connect(database: string): Promise<Connection>;
  close(): Promise<void>;
}

const log = createLogger({ name: 'operations', level: 'silent' });

/** Disables expiry while a command runs, so that it reads a stable state and deletes nothing. */
const neverMs = 2 ** 31 - 1;

/**
 * Opens the bus of the folder in EARSHOT_DATA or of the cluster in KAFKA_BROKERS. Throws an Error if both or neither
 * are set, or if a running Earshot holds the folder.
 */
export async function openBus(command: string, settings: Settings): Promise<OpenBus> {
  const folder = folderIn(command, settings, ['KAFKA_BROKERS']);
  return folder === null ? clusterBus(command, settings) : heldBus(command, folder);
}

/** The data folder, or null for the cluster. Throws as `openBus` does. */
export function folderOf(command: string, settings: Settings): string | null {
  return folderIn(command, settings, ['MONGODB_URL', 'KAFKA_BROKERS']);
}

/** Opens the documents and the bus of an installation to read all of it. Chooses the installation as `openBus` does. */
export async function openInstallation(command: string, settings: Settings): Promise<OpenBus & OpenDocuments> {
  const folder = folderOf(command, settings);
  if (folder === null) {
    const parsed = settingsFor(command, installationSettings, settings);
    const events = await clusterBus(command, settings);
    return { ...events, ...clusterDocuments(parsed), close: events.close };
  }
  const documents = await heldDocuments(command, mustHoldData(folder));
  const bus = await openEmbeddedBus(busOptions(folder)).catch(async (cause: unknown) => {
    await documents.close();
    throw cause;
  });
  return {
    ...documents,
    bus,
    close: async () => {
      await bus.stop();
      await documents.close();
    },
  };
}

/** Opens the documents to write into. Creates a missing folder. */
export async function openTarget(command: string, settings: Settings): Promise<OpenDocuments> {
  const folder = folderIn(command, settings, ['MONGODB_URL']);
  return folder === null ? ofCluster(command, settings) : heldDocuments(command, folder);
}

/** The documents of an installation, whether it runs or not: a running instance reads and writes its own folder. */
export async function openDocuments(command: string, settings: Settings): Promise<OpenDocuments> {
  const folder = folderIn(command, settings, ['MONGODB_URL']);
  if (folder === null) return ofCluster(command, settings);
  try {
    return await heldDocuments(command, mustHoldData(folder));
  } catch (error) {
    const uri = error instanceof DataFolderHeld ? runningDocumentsUri(folder) : null;
    if (uri === null) throw error;
    const connect = (database: string) => connectMongo(uri, database);
    return { label: `the running Earshot of ${folder}`, ownIndexes: true, connect, close: async () => undefined };
  }
}

function ofCluster(command: string, settings: Settings): OpenDocuments {
  return { ...clusterDocuments(settingsFor(command, mongoSettings, settings)), close: async () => undefined };
}

/**
 * Resolves the folder, or null for the cluster. Exactly one must be set, so that a command never uses the wrong one.
 */
function folderIn(command: string, given: Settings, cluster: readonly string[]): string | null {
  const settings = withoutEmpty(given);
  const { EARSHOT_DATA } = parseSettings(`npm run ${command}`, dataFolder, settings);
  const named = cluster.filter((name) => settings[name] !== undefined);
  if (EARSHOT_DATA !== undefined && named.length > 0) {
    throw new Error(`EARSHOT_DATA and ${named.join(', ')} are both set: name either a data folder or a cluster`);
  }
  if (EARSHOT_DATA === undefined && named.length === 0) {
    throw new Error(`Set EARSHOT_DATA for a data folder, or ${cluster.join(' and ')} for a cluster`);
  }
  return EARSHOT_DATA === undefined ? null : resolve(EARSHOT_DATA);
}

function mustHoldData(folder: string): string {
  if (['documents.sqlite', 'bus.sqlite'].some((file) => existsSync(join(folder, file)))) return folder;
  throw new Error(`There is no Earshot data in ${folder}. Set EARSHOT_DATA to use another folder`);
}

function busOptions(folder: string) {
  return { folder, topics, clock: systemClock, log, timing: { cleanEveryMs: neverMs } };
}

/** Locks the folder. Throws DataFolderHeld if Earshot runs on it. */
function hold(command: string, path: string) {
  try {
    return holdDataFolder(path);
  } catch (cause) {
    if (!(cause instanceof DataFolderHeld)) throw cause;
    throw new DataFolderHeld(
      `npm run ${command} cannot run while Earshot uses ${path}: stop Earshot first, or set EARSHOT_DATA to another folder`,
      { cause },
    );
  }
}

async function heldBus(command: string, path: string): Promise<OpenBus> {
  const folder = hold(command, mustHoldData(path));
  const bus = await openEmbeddedBus(busOptions(path)).catch((cause: unknown) => {
    folder.release();
    throw cause;
  });
  return {
    bus,
    close: async () => {
      await bus.stop();
      folder.release();
    },
  };
}

async function heldDocuments(command: string, path: string): Promise<OpenDocuments> {
  const folder = hold(command, path);
  const server = await startEmbeddedDocuments({ folder: path, upkeepMs: neverMs }).catch((cause: unknown) => {
    folder.release();
    throw cause;
  });
  return {
    label: `the data folder ${path}`,
    ownIndexes: true,
    connect: (database) => connectMongo(server.uri, database),
    close: async () => {
      await server.stop();
      folder.release();
    },
  };
}

async function clusterBus(command: string, settings: Settings): Promise<OpenBus> {
  const place = kafkaPlace(settingsFor(command, kafkaSettings, settings));
  const bus = await openKafkaBus({ ...place, clientId: 'earshot-operations', topics, clock: systemClock, log });
  return { bus, close: () => bus.stop() };
}

function clusterDocuments(settings: z.output<typeof mongoSettings>): Omit<OpenDocuments, 'close'> {
  const { MONGODB_URL: url, EARSHOT_NAMESPACE: namespace, STORES_CA_FILE } = settings;
  const ca = readStoresCa(STORES_CA_FILE);
  return {
    label: 'MongoDB',
    ownIndexes: false,
    connect: (database) => connectMongo(url, databaseName(namespace, database), ca),
  };
}
