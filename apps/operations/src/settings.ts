import { parseSettings, withoutEmpty } from '@earshot/core';
import type { Settings } from '@earshot/core';
import { clusterSettings } from '@earshot/service-kit/operations';
import { z } from 'zod';
import type { CommandContext } from './command.ts';

const { KAFKA_BROKERS, EARSHOT_NAMESPACE } = clusterSettings.shape;
const MONGODB_URL = clusterSettings.shape.MONGODB_URL.unwrap();

/** The cluster settings that a command needs, under the names that the services use. */
export const mongoSettings = z.object({ MONGODB_URL, EARSHOT_NAMESPACE });
export const kafkaSettings = z.object({ KAFKA_BROKERS, EARSHOT_NAMESPACE });

/** Selects the data folder of a single-process Earshot instead of a cluster. */
export const dataFolder = z.object({ EARSHOT_DATA: z.string().optional() });

/** If no setting selects a place, adds the default data folder to the settings and prints that it is used. */
export function orDefaultFolder({ settings, defaultFolder, print }: CommandContext): Settings {
  const given = withoutEmpty(settings);
  if (['EARSHOT_DATA', 'MONGODB_URL', 'KAFKA_BROKERS'].some((name) => given[name] !== undefined)) return settings;
  print(`Using the data folder ${defaultFolder}. Set EARSHOT_DATA to use another folder`);
  return { ...settings, EARSHOT_DATA: defaultFolder };
}

/** Throws an Error that names every wrong or missing setting at once. */
export function settingsFor<S extends z.ZodType>(command: string, schema: S, settings: Settings): z.output<S> {
  return parseSettings(`npm run ${command}`, schema, withoutEmpty(settings));
}
