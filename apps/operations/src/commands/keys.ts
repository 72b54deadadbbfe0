import { addSealingKey, makeSealingKeys, makeSecurityLogKey, newKeyPair } from '@earshot/service-kit/operations';
import { serviceNames } from '@earshot/proto/values';
import { createPrivateKey, createPublicKey, randomUUID } from 'node:crypto';
import { chmod, chown, link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Command, UsageError } from '../command.ts';
import { codeOf } from '../faults.ts';

export interface KeysOptions {
  readonly folder: string;
  /** The user id that will own the files; null for the user who runs the command. */
  readonly owner: number | null;
}

/** Creates the missing key pair of each service. */
export const keysCommand: Command = {
  usage: ['keys -- FOLDER [--owner UID]', 'keys -- rotate FILE'],
  summary:
    'Creates the missing service keys: FOLDER/<service>.pem for that service only, FOLDER/public.json and FOLDER/security-log.key for all services, FOLDER/sealing.json for services that store secrets. rotate adds a sealing key to FILE, which services use after their next start',
  run: async (args, { print }) => {
    if (args[0] === 'rotate') {
      print(`made   sealing key ${await rotate(args.slice(1))}; restart the services, then run reseal`);
      return true;
    }
    const made = await makeKeys(optionsOf(args));
    for (const name of made) print(`made   ${name}.pem`);
    print(`kept   ${serviceNames.length - made.length} keys`);
    return true;
  },
};

/** Adds a sealing key to a file and keeps the file's owner. Resolves to the key's id. */
async function rotate([file, unknown]: readonly string[]): Promise<string> {
  if (file === undefined) throw new UsageError('rotate needs a FILE');
  if (unknown !== undefined) throw new UsageError(`unknown argument "${unknown}"`);
  const owner = await stat(file).catch(() => null);
  const id = await addSealingKey(file);
  if (owner !== null && owner.uid !== process.getuid?.()) await chown(file, owner.uid, owner.gid);
  return id;
}

/**
 * Adds missing keys and never changes existing ones. `public.json` always lists exactly the public keys. Concurrent
 * runs end with the same keys. Resolves to the names of the services that got a new key.
 */
async function makeKeys({ folder, owner }: KeysOptions): Promise<string[]> {
  const made: string[] = [];
  const created = await mkdir(folder, { recursive: true, mode: 0o700 });
  const own = async (path: string) => (owner === null ? undefined : chown(path, owner, owner));
  if (created !== undefined) await own(folder);
  const publicKeys: Record<string, string> = {};
  for (const name of serviceNames) {
    const file = join(folder, `${name}.pem`);
    if (await writeOnce(file, newKeyPair().privateKey)) made.push(name);
    await own(file);
    publicKeys[name] = publicKeyOf(await readFile(file, 'utf8'), file);
  }
  const temporary = join(folder, `public.json.${randomUUID()}`);
  await writeFile(temporary, `${JSON.stringify(publicKeys, null, 2)}\n`);
  const sealing = join(folder, 'sealing.json');
  await makeSealingKeys(sealing);
  await own(sealing);
  const securityLog = join(folder, 'security-log.key');
  makeSecurityLogKey(securityLog);
  await own(securityLog);
  // Public keys are not secret, and containers that run as other users read them.
  await chmod(temporary, 0o644);
  await own(temporary);
  await rename(temporary, join(folder, 'public.json'));
  return made;
}

/** Creates a file atomically. Resolves to false if it already exists. */
async function writeOnce(file: string, text: string): Promise<boolean> {
  const temporary = `${file}.${randomUUID()}`;
  await writeFile(temporary, text, { mode: 0o600 });
  try {
    await link(temporary, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

function publicKeyOf(privateKey: string, file: string): string {
  try {
    const key = createPrivateKey(privateKey);
    if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('the key has another type');
    return createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
  } catch (cause) {
    throw new Error(
      `${file} is not an ES256 private key: delete it, run this command again, then restart every service`,
      {
        cause,
      },
    );
  }
}

function optionsOf(args: readonly string[]): KeysOptions {
  const [folder, flag, uid = '', ...rest] = args;
  if (folder === undefined || folder.startsWith('-')) throw new UsageError('keys needs a FOLDER');
  if (flag === undefined) return { folder, owner: null };
  if (flag !== '--owner' || rest.length > 0) throw new UsageError(`unknown argument "${rest[0] ?? flag}"`);
  if (!/^\d{1,9}$/.test(uid)) throw new UsageError('--owner needs a user id, a whole number');
  return { folder, owner: Number(uid) };
}
