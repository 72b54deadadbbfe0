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

/** After `keys -- rotate` and a restart: brings what is sealed under the current key. */
export const resealCommand: Command = {
  usage: ['reseal', `reseal -- ${dropOld}`],
  summary:
    'Seals the tokens of linked accounts under the current key of SEALING_KEYS_FILE, in MONGODB_URL or the folder EARSHOT_DATA; Earshot may run',
  run: async ([flag, ...rest], outside) => {
    const unknown = flag === dropOld ? rest[0] : flag;
    if (unknown !== undefined) throw new UsageError(`unknown argument "${unknown}"`);
    const settings = orDefaultFolder(outside);
    const file = keysFileOf(settings);
    const done = await resealAll(file, settings, (line) => outside.say(printable(line)));
    if (flag !== dropOld) return done;
    if (!done) throw new Error('No key was dropped: some tokens cannot be read. Unlink those accounts first');
    outside.say(`dropped ${await dropOldSealingKeys(file)} older keys`);
    return true;
  },
};

/** A data folder has its own, unless told. */
function keysFileOf(settings: Settings): string {
  const given = withoutEmpty(settings);
  const { EARSHOT_DATA } = dataFolder.parse(given);
  const own = EARSHOT_DATA === undefined ? undefined : join(EARSHOT_DATA, 'sealing-keys.json');
  const wanted = z.object({ SEALING_KEYS_FILE: sealingKeysFile });
  return parseSettings('npm run reseal', wanted, { SEALING_KEYS_FILE: own, ...given }).SEALING_KEYS_FILE;
}

/** False when there are tokens that nobody can read any more. */
async function resealAll(file: string, settings: Settings, say: (line: string) => void): Promise<boolean> {
  const documents = await openDocuments('reseal', settings);
  try {
    const keys = await readSealingKeys(file);
    const connection = await documents.connect('outreach');
    try {
      const { resealed, kept, unreadable } = await reseal(connection, keys);
      say(`resealed ${resealed} accounts of ${documents.label}, ${kept} were under the current key already`);
      if (unreadable > 0) say(`UNREADABLE ${unreadable} accounts: their key is gone, so they have to be linked again`);
      return unreadable === 0;
    } finally {
      await connection.close();
    }
  } finally {
    await documents.close();
  }
}
