import { reseal } from '@earshot/outreach/reseal';
import type { Settings } from '@earshot/core';
import { parseSettings, withoutEmpty } from '@earshot/core';
import { readSealingKeys, sealingKeysFile } from '@earshot/service-kit';
import { dropOldSealingKeys } from '@earshot/service-kit/operations';
import { join } from 'node:path';
import { z } from 'zod';
import type { Command } from '../command.ts';
import { UsageError } from '../command.ts';
import { openDocuments } from '../places.ts';
import { printable } from '../printable.ts';
import { dataFolder, orDefaultFolder } from '../settings.ts';

const dropOld = '--drop-old';

/** Encrypts stored tokens with the current sealing key. Run it after `keys -- rotate` and a restart. */
export const resealCommand: Command = {
  usage: ['reseal', `reseal -- ${dropOld}`],
  summary:
    'Seals the tokens of linked accounts with the current key of SEALING_KEYS_FILE, in MONGODB_URL or the folder EARSHOT_DATA; Earshot may be running',
  run: async ([flag, ...rest], context) => {
    const unknown = flag === dropOld ? rest[0] : flag;
    if (unknown !== undefined) throw new UsageError(`unknown argument "${unknown}"`);
    const settings = orDefaultFolder(context);
    const file = keysFileOf(settings);
    const done = await resealAll(file, settings, (line) => context.print(printable(line)));
    if (flag !== dropOld) return done;
    if (!done) throw new Error('No key was dropped: some tokens cannot be read. Unlink those accounts first');
    context.print(`dropped ${await dropOldSealingKeys(file)} old keys`);
    return true;
  },
};

/** SEALING_KEYS_FILE, or the file in the data folder if it is not set. */
function keysFileOf(settings: Settings): string {
  const given = withoutEmpty(settings);
  const { EARSHOT_DATA } = dataFolder.parse(given);
  const own = EARSHOT_DATA === undefined ? undefined : join(EARSHOT_DATA, 'sealing-keys.json');
  const wanted = z.object({ SEALING_KEYS_FILE: sealingKeysFile });
  return parseSettings('npm run reseal', wanted, { SEALING_KEYS_FILE: own, ...given }).SEALING_KEYS_FILE;
}

/** Resolves to false if some tokens can no longer be decrypted. */
async function resealAll(file: string, settings: Settings, print: (line: string) => void): Promise<boolean> {
  const documents = await openDocuments('reseal', settings);
  try {
    const keys = await readSealingKeys(file);
    const connection = await documents.connect('outreach');
    try {
      const { resealed, kept, unreadable } = await reseal(connection, keys);
      print(`resealed ${resealed} accounts of ${documents.label}, ${kept} already used the current key`);
      if (unreadable > 0)
        print(`UNREADABLE ${unreadable} accounts: their key is missing, so their users must link them again`);
      return unreadable === 0;
    } finally {
      await connection.close();
    }
  } finally {
    await documents.close();
  }
}
