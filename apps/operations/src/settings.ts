import { parseSettings, withoutEmpty } from '@earshot/core';
import type { Settings } from '@earshot/core';
import { clusterSettings } from '@earshot/service-kit/operations';
import { z } from 'zod';
import type { Outside } from './command.ts';

const { KAFKA_BROKERS, EARSHOT_NAMESPACE } = clusterSettings.shape;
const MONGODB_URL = clusterSettings.shape.MONGODB_URL.unwrap();

/** Each command asks for what it needs of the cluster's settings, under the same names. */
export const mongoSettings = z.object({ MONGODB_URL, EARSHOT_NAMESPACE });
export const kafkaSettings = z.object({ KAFKA_BROKERS, EARSHOT_NAMESPACE });

/** Names the data folder of a one-process Earshot instead of a cluster. */
export const dataFolder = z.object({ EARSHOT_DATA: z.string().optional() });

/** Without a setting that names a place, the default data folder is meant: adds it to the settings and says so. */
export function orDefaultFolder({ settings, defaultFolder, say }: Outside): Settings {
  const given = withoutEmpty(settings);
  if (['EARSHOT_DATA', 'MONGODB_URL', 'KAFKA_BROKERS'].some((name) => given[name] !== undefined)) return settings;
  say(`Using the data folder ${defaultFolder}; EARSHOT_DATA names another`);
  return { ...settings, EARSHOT_DATA: defaultFolder };
}

/** Throws an Error that names every wrong or missing setting at once. */
export function settingsFor<S extends z.ZodType>(command: string, schema: S, settings: Settings): z.output<S> {
  return parseSettings(`npm run ${command}`, schema, withoutEmpty(settings));
}
