import { parseSettings, type Settings, withoutEmpty } from '@earshot/core';
import {
  checkStoreAccess,
  clusterSettings,
  kafkaSecurity,
  readStoresCa,
  storeAccess,
} from '@earshot/service-kit/operations';
import { z } from 'zod';
import type { CommandContext } from './command.ts';

const { KAFKA_BROKERS, EARSHOT_NAMESPACE } = clusterSettings.shape;
const MONGODB_URL = clusterSettings.shape.MONGODB_URL.unwrap();

/** The cluster settings that a command needs, under the names that the services use. */
export const mongoSettings = z.object({ MONGODB_URL, EARSHOT_NAMESPACE, STORES_CA_FILE: storeAccess.STORES_CA_FILE });
export const kafkaSettings = z
  .object({ KAFKA_BROKERS, EARSHOT_NAMESPACE, ...storeAccess })
  // A command may use Kafka alone, so the file can be for a store that it does not use.
  .superRefine((settings, context) => checkStoreAccess({ ...settings, STORES_CA_FILE: undefined }, context));
export const installationSettings = kafkaSettings.safeExtend(mongoSettings.shape);

/** Where a command finds Kafka, and how it signs in there. */
export function kafkaPlace(settings: z.output<typeof kafkaSettings>) {
  const { KAFKA_BROKERS: brokers, EARSHOT_NAMESPACE: namespace, STORES_CA_FILE } = settings;
  return { brokers, namespace, security: kafkaSecurity(settings, readStoresCa(STORES_CA_FILE)) };
}

/** Selects the data folder of a single-process Earshot instead of a cluster. */
export const dataFolder = z.object({ EARSHOT_DATA: z.string().optional() });

/** If no setting selects a place, adds the default data folder to the settings and prints that it is used. */
export function orDefaultFolder({ settings, defaultFolder, print }: CommandContext): Settings {
  const values = withoutEmpty(settings);
  if (['EARSHOT_DATA', 'MONGODB_URL', 'KAFKA_BROKERS'].some((name) => values[name] !== undefined)) return settings;
  print(`Using the data folder ${defaultFolder}. Set EARSHOT_DATA to use another folder`);
  return { ...settings, EARSHOT_DATA: defaultFolder };
}

/** Throws an Error that names every wrong or missing setting at once. */
export function settingsFor<S extends z.ZodType>(command: string, schema: S, settings: Settings): z.output<S> {
  return parseSettings(`npm run ${command}`, schema, withoutEmpty(settings));
}
