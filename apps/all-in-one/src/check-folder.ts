import { countDocumentsWith } from '@earshot/service-kit/embedded';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { sealedData } from './sealed-data.ts';

/** The files that belong together, each with what is lost without it. */
const files = {
  'documents.sqlite': 'it holds all accounts, leads and messages, and Earshot starts without any',
  'bus.sqlite': 'it holds events that wait, and scans that ran are not continued',
  'security-log.key': 'with a new key, the security log names accounts differently from now on',
};

/** Every start leaves this file. An import does not. */
const signOfUse = 'service-keys.json';

/** Names the files that are missing in a folder in which Earshot ran before. Call it before anything creates them. */
export function missingFiles(folder: string): string[] {
  if (!existsSync(join(folder, signOfUse))) return [];
  return Object.entries(files)
    .filter(([file]) => !existsSync(join(folder, file)))
    .map(
      ([file, loss]) => `missing    ${file} in ${folder}: ${loss}. Stop Earshot and restore it if you have a backup`,
    );
}

/**
 * Throws an Error if the file of the sealing keys is missing although stored secrets need it. New keys would make these
 * secrets unreadable without a word. The documents of the folder must be open.
 */
export async function mustHaveKeys(file: string): Promise<void> {
  if (existsSync(file)) return;
  const folder = dirname(file);
  const counts = await Promise.all(
    sealedData.map(async ({ label, fields: [field = ''], ...of }) => {
      const count = await countDocumentsWith(folder, { ...of, field });
      return count === 0 ? [] : [`${label} (${count})`];
    }),
  );
  const sealed = counts.flat();
  if (sealed.length === 0) return;
  throw new Error(
    `${basename(file)} is missing in ${folder}, and ${sealed.join(' and ')} cannot be read without it: restore the file from a backup. If it is lost, export the folder and import the file with --without-secrets into another one`,
  );
}
