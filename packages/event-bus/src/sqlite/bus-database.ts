import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * `next_offset` outlives deleted records, so no offset is assigned twice. `only_group` marks a replayed dead letter.
 */
const tables = `
  CREATE TABLE IF NOT EXISTS partition_end (
    topic TEXT, partition INTEGER, next_offset INTEGER NOT NULL, PRIMARY KEY (topic, partition)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS record (
    topic TEXT NOT NULL, partition INTEGER NOT NULL, offset INTEGER NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL,
    headers TEXT NOT NULL, only_group TEXT, published_at INTEGER NOT NULL, PRIMARY KEY (topic, partition, offset)
  );
  CREATE TABLE IF NOT EXISTS position (
    grp TEXT, topic TEXT, partition INTEGER, next_offset INTEGER NOT NULL, PRIMARY KEY (grp, topic, partition)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS parked (
    grp TEXT, topic TEXT, partition INTEGER, offset INTEGER, key TEXT NOT NULL, attempts INTEGER NOT NULL,
    unended INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (grp, topic, partition, offset)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS dead_letter (
    id TEXT PRIMARY KEY, grp TEXT NOT NULL, topic TEXT NOT NULL, partition INTEGER NOT NULL, offset INTEGER NOT NULL,
    key TEXT NOT NULL, value BLOB NOT NULL, headers TEXT NOT NULL, attempts INTEGER NOT NULL, error TEXT NOT NULL,
    failed_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS dead_letter_by_group ON dead_letter (grp, id);
`;

/** Only a user's SQLite tool can hold the file. Waiting blocks the whole process, so the timeout is short. */
const busyMs = 200;

/** Opens FOLDER/bus.sqlite. A commit is on disk when it returns. */
export function openBusDatabase(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(join(folder, 'bus.sqlite'), { timeout: busyMs });
  // auto_vacuum takes effect only before the first table is created.
  database.exec('PRAGMA auto_vacuum = INCREMENTAL');
  // Deleted rows are overwritten: a deleted user's events must not remain in the file
  // (docs/decisions/0052-deleted-data-is-overwritten.md).
  database.exec('PRAGMA secure_delete = ON');
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = FULL');
  database.exec('PRAGMA journal_size_limit = 16777216');
  database.exec(tables);
  return database;
}
