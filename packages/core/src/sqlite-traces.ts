import type { DatabaseSync } from 'node:sqlite';

/**
 * Removes deleted rows from the files. `secure_delete` overwrites deleted rows, but neither the write-ahead log nor the
 * copy left in a page when SQLite moved a row. Only a rewrite of the whole file removes such copies (some 10 ms per
 * MB). Searching for copies first would open the file a second time, and closing it drops SQLite's locks. The
 * connection must be idle. Rowids may change where they are no primary key
 * (docs/decisions/0052-deleted-data-is-overwritten.md).
 */
export function clearTraces(database: DatabaseSync, { rewrite }: { rewrite: boolean }): void {
  if (rewrite) database.exec('VACUUM');
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}
