import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { required } from '@earshot/core';

/** Keys by id. `current` seals new texts; every key can open. */
export interface SealingKeys {
  readonly current: string;
  readonly keys: ReadonlyMap<string, Buffer>;
}

/** The setting of a service that seals secrets. Add it to the service's `config`. */
export const sealingKeysFile = required('file of the sealing keys (`npm run keys` makes it)').describe(
  'JSON file of the keys under which secrets are kept in the database',
);

const key = z.string().regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64');
const stored = z
  .object({ current: z.string().regex(/^[\w-]+$/), keys: z.record(z.string().regex(/^[\w-]+$/), key) })
  .refine(({ current, keys }) => keys[current] !== undefined, 'the current key is not among the keys');
/** Errors of the file system. */
const exists = z.object({ code: z.literal('EEXIST') });
const missing = z.object({ code: z.literal('ENOENT') });
const failure = z.object({ message: z.string() });
type Stored = z.infer<typeof stored>;

/** Reads the file. If it is unreadable or invalid, throws an Error that explains what to do. */
export async function readSealingKeys(file: string): Promise<SealingKeys> {
  const { current, keys } = await read(file);
  const bytes = Object.entries(keys).map(([id, text]): [string, Buffer] => [id, Buffer.from(text, 'base64')]);
  return { current, keys: new Map(bytes) };
}

/**
 * Creates the file with one key, readable only by its owner, unless the file exists. Resolves to true if it was
 * created.
 */
export async function makeSealingKeys(file: string): Promise<boolean> {
  const temporary = await write(file, withNewKey({}));
  try {
    await link(temporary, file);
    return true;
  } catch (error) {
    if (exists.safeParse(error).success) return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Adds a key and makes it the current one. Older keys remain to open earlier secrets. Resolves to the new id. */
export async function addSealingKey(file: string): Promise<string> {
  const { keys } = await parse(file).catch((cause: unknown) => {
    const advice = 'name the file that SEALING_KEYS_FILE names; in a data folder it is sealing-keys.json';
    throw new Error(`${file} is not a file of sealing keys (${reasonOf(cause)}): ${advice}`, { cause });
  });
  const next = withNewKey(keys);
  await rename(await write(file, next), file);
  return next.current;
}

/** Keeps only the current key. Secrets sealed under another key can no longer be opened. */
export async function dropOldSealingKeys(file: string): Promise<number> {
  const { current, keys } = await read(file);
  const key = keys[current];
  if (key === undefined) return 0;
  await rename(await write(file, { current, keys: { [current]: key } }), file);
  return Object.keys(keys).length - 1;
}

async function read(file: string): Promise<Stored> {
  return parse(file).catch((cause: unknown) => {
    throw new Error(
      `SEALING_KEYS_FILE cannot be used (${reasonOf(cause)}): restore ${file} from a backup; without it linked accounts have to be linked again`,
      { cause },
    );
  });
}

async function parse(file: string): Promise<Stored> {
  return stored.parse(JSON.parse(await readFile(file, 'utf8')));
}

function reasonOf(cause: unknown): string {
  if (missing.safeParse(cause).success) return 'there is no such file';
  return cause instanceof z.ZodError ? z.prettifyError(cause) : failure.parse(cause).message;
}

function withNewKey(keys: Stored['keys']): Stored {
  const current = randomBytes(6).toString('hex');
  return { current, keys: { ...keys, [current]: randomBytes(32).toString('base64') } };
}

/** Writes a temporary file, so that the target file is replaced completely or not at all. */
async function write(file: string, content: Stored): Promise<string> {
  const temporary = `${file}.${randomUUID()}`;
  await writeFile(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  return temporary;
}
