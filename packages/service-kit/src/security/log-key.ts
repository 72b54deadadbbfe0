import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const key = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9+/]{43}=$/);
const exists = z.object({ code: z.literal('EEXIST') });

/**
 * Reads the key under which the security log hides accounts. Throws an Error that names the setting when the file is
 * unreadable or holds no key.
 */
export function readSecurityLogKey(file: string): Buffer {
  return readKey(file, `SECURITY_LOG_KEY_FILE: ${file} holds no key of 32 bytes in base64: \`npm run keys\` makes it`);
}

/**
 * Returns the key of a data folder, which is created once. Throws an Error that names the file when it is unreadable or
 * holds no key.
 */
export function securityLogKeyIn(folder: string): Buffer {
  const name = 'security-log.key';
  const file = join(folder, name);
  makeSecurityLogKey(file);
  return readKey(
    file,
    `${name} in ${folder} holds no key: restore it from a backup, or delete it; Earshot then makes a new one, and the security log names accounts differently`,
  );
}

function readKey(file: string, problem: string): Buffer {
  try {
    return Buffer.from(key.parse(readFileSync(file, 'utf8')), 'base64');
  } catch (cause) {
    throw new Error(problem, { cause });
  }
}

/** Creates the file, readable only by its owner, unless it exists. Concurrent calls end with one key. */
export function makeSecurityLogKey(file: string): void {
  const temporary = `${file}.${randomUUID()}`;
  writeFileSync(temporary, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  try {
    linkSync(temporary, file);
  } catch (error) {
    if (!exists.safeParse(error).success) throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}
