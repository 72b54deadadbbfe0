import type { DatabaseSync } from 'node:sqlite';

/**
 * Leaves nothing of deleted rows in the files. `secure_delete` overwrites what is deleted, but not the log of writes, and not
 * the copy that stays behind in a page whose rows SQLite moved to another: only a rewrite of the whole file, some 10 ms a MB,
 * takes that. (To look for copies first would open the file a second time, and closing that drops SQLite's locks.)
 * Nothing may be under way on the connection; rowids may change where they are no primary key.
 */
export function clearTraces(database: DatabaseSync, { rewrite }: { rewrite: boolean }): void {
  if (rewrite) database.exec('VACUUM');
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}
