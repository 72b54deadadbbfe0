import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface DataFolder {
  readonly path: string;
  release(): void;
}

/** Another running Earshot holds the folder. */
export class DataFolderHeld extends Error {}

/**
 * Creates the folder if needed and locks it for this process. The lock is a SQLite lock, which the operating system
 * releases even after kill -9, so there are no stale lock files. Throws an Error that explains what to do;
 * DataFolderHeld when another process holds the folder. See docs/decisions/0019-sqlite-lock-on-the-data-folder.md.
 */
export function holdDataFolder(path: string): DataFolder {
  try {
    makeFolder(path);
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch {
    throw new Error(
      `The data folder ${path} cannot be written: give this user the right to, or set EARSHOT_DATA to another folder`,
    );
  }
  const lock = new DatabaseSync(join(path, 'lock.sqlite'), { timeout: 0 });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT;');
  } catch (cause) {
    lock.close();
    const reason = cause instanceof Error ? cause.message : String(cause);
    if (!reason.includes('locked')) {
      const advice = 'delete that file, which holds no data';
      throw new Error(`lock.sqlite in the data folder ${path} cannot be used (${reason}): ${advice}`, { cause });
    }
    throw new DataFolderHeld(
      `The data folder ${path} is held by another Earshot: stop that one, or set EARSHOT_DATA to another folder`,
    );
  }
  return { path, release: () => lock.close() };
}

/** mkdir's `recursive` never returns on file systems, such as /proc, that reject new folders with ENOENT. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}
