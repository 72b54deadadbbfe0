import { reseal as resealSecrets, resealModelKey } from '@earshot/auth/reseal';
import { reseal as resealTokens } from '@earshot/outreach/reseal';
import { parseSettings, type Settings, withoutEmpty } from '@earshot/core';
import { readSealingKeys, sealingKeysFile } from '@earshot/service-kit';
import { dropOldSealingKeys } from '@earshot/service-kit/operations';
import type { Connection } from 'mongoose';
import { join } from 'node:path';
import { z } from 'zod';
import { type Command, UsageError } from '../command.ts';
import { openDocuments } from '../places.ts';
import { printable } from '../printable.ts';
import { dataFolder, orDefaultFolder } from '../settings.ts';

const dropOld = '--drop-old';

/** Encrypts stored tokens with the current sealing key. Run it after `keys -- rotate` and a restart. */
export const resealCommand: Command = {
  usage: ['reseal', `reseal -- ${dropOld}`],
  summary:
    'Seals the tokens of linked accounts, the secrets of authenticator apps and the key of the model server with the current key of SEALING_KEYS_FILE, in MONGODB_URL or the folder EARSHOT_DATA; Earshot may be running',
  run: async ([flag, ...rest], context) => {
    const unknown = flag === dropOld ? rest[0] : flag;
    if (unknown !== undefined) throw new UsageError(`unknown argument "${unknown}"`);
    const settings = orDefaultFolder(context);
    const file = keysFileOf(settings);
    const done = await resealAll(file, settings, (line) => context.print(printable(line)));
    if (flag !== dropOld) return done;
    if (!done)
      throw new Error(
        'No key was dropped: some secrets cannot be read. Unlink those accounts, remove those authenticator apps, or enter the key of the model server again first',
      );
    context.print(`dropped ${await dropOldSealingKeys(file)} old keys`);
    return true;
  },
};

/** SEALING_KEYS_FILE, or the file in the data folder if it is not set. */
function keysFileOf(settings: Settings): string {
  const values = withoutEmpty(settings);
  const { EARSHOT_DATA } = dataFolder.parse(values);
  const defaultFile = EARSHOT_DATA === undefined ? undefined : join(EARSHOT_DATA, 'sealing-keys.json');
  const schema = z.object({ SEALING_KEYS_FILE: sealingKeysFile });
  return parseSettings('npm run reseal', schema, { SEALING_KEYS_FILE: defaultFile, ...values }).SEALING_KEYS_FILE;
}

/** Resolves to false if some tokens can no longer be decrypted. */
async function resealAll(file: string, settings: Settings, print: (line: string) => void): Promise<boolean> {
  const documents = await openDocuments('reseal', settings);
  try {
    const keys = await readSealingKeys(file);
    const using = async <T>(database: 'outreach' | 'auth', work: (connection: Connection) => Promise<T>) => {
      const connection = await documents.connect(database);
      try {
        return await work(connection);
      } finally {
        await connection.close();
      }
    };
    const tokens = await using('outreach', (connection) => resealTokens(connection, keys));
    print(`resealed ${tokens.resealed} accounts of ${documents.label}, ${tokens.kept} already used the current key`);
    if (tokens.unreadable > 0)
      print(`UNREADABLE ${tokens.unreadable} accounts: their key is missing, so their users must link them again`);
    const apps = await using('auth', (connection) => resealSecrets(connection, keys));
    if (apps.resealed + apps.kept > 0)
      print(`resealed ${apps.resealed} authenticator apps, ${apps.kept} already used the current key`);
    if (apps.unreadable > 0)
      print(`UNREADABLE ${apps.unreadable} authenticator apps: their users sign in with recovery codes`);
    const modelKey = await using('auth', (connection) => resealModelKey(connection, keys));
    if (modelKey === 'resealed') print('resealed the key of the model server');
    if (modelKey === 'unreadable')
      print('UNREADABLE the key of the model server: an administrator must enter it again');
    return tokens.unreadable + apps.unreadable === 0 && modelKey !== 'unreadable';
  } finally {
    await documents.close();
  }
}
