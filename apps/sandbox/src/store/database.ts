import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

/**
 * The schema of the site's SQLite file. Each text is stored once, and posts are small rows that refer to it, because a
 * text may be posted again by another author. A large file therefore uses disk cache instead of memory for objects.
 */
const SCHEMA = `
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS communities (
  key TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, title TEXT NOT NULL, public_description TEXT NOT NULL,
  description TEXT NOT NULL, subscribers INTEGER NOT NULL, created_at INTEGER NOT NULL, status TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS texts (
  text_id INTEGER PRIMARY KEY, community TEXT NOT NULL, title TEXT NOT NULL, selftext TEXT NOT NULL, flair TEXT, url TEXT,
  over18 INTEGER NOT NULL, author TEXT NOT NULL, reserve INTEGER
);
CREATE TABLE IF NOT EXISTS posts (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, text_id INTEGER NOT NULL, community TEXT NOT NULL, author TEXT NOT NULL,
  score INTEGER NOT NULL, num_comments INTEGER NOT NULL, created_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS posts_by_community ON posts (community, created_at, seq);
CREATE INDEX IF NOT EXISTS posts_by_time ON posts (created_at, seq);
CREATE INDEX IF NOT EXISTS posts_by_text ON posts (text_id);
CREATE TABLE IF NOT EXISTS tokens (
  token TEXT PRIMARY KEY, kind TEXT NOT NULL, client_id TEXT NOT NULL, username TEXT, scope TEXT NOT NULL, redirect_uri TEXT,
  permanent INTEGER NOT NULL, expires_at INTEGER, refresh_token TEXT, owner TEXT
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS posts_by_author ON posts (author COLLATE NOCASE);
CREATE TABLE IF NOT EXISTS accounts (key TEXT PRIMARY KEY, name TEXT NOT NULL, created_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS comments (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, post_id TEXT NOT NULL, parent TEXT NOT NULL, community TEXT NOT NULL,
  author TEXT NOT NULL, body TEXT NOT NULL, created_at INTEGER NOT NULL, owner TEXT
);
CREATE INDEX IF NOT EXISTS comments_by_post ON comments (post_id, seq);
CREATE INDEX IF NOT EXISTS comments_by_author ON comments (author COLLATE NOCASE, seq);
CREATE INDEX IF NOT EXISTS comments_by_owner ON comments (owner, seq);
CREATE TABLE IF NOT EXISTS messages (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, sender TEXT NOT NULL, recipient TEXT NOT NULL, subject TEXT NOT NULL,
  body TEXT NOT NULL, created_at INTEGER NOT NULL, owner TEXT
);
CREATE INDEX IF NOT EXISTS messages_by_recipient ON messages (recipient COLLATE NOCASE, seq);
CREATE INDEX IF NOT EXISTS messages_by_sender ON messages (sender COLLATE NOCASE, seq);
CREATE INDEX IF NOT EXISTS messages_by_owner ON messages (owner, seq);
`;

/** Increase it when the tables change. An older file is then filled again. */
export const SCHEMA_VERSION = '1';

/** Opens or creates the site's file. `:memory:` keeps everything in memory. The small cache keeps idle memory low. */
export function openDatabase(path: string): DatabaseSync {
  try {
    return openOrCreate(path);
  } catch (cause) {
    const reason = typeof cause === 'object' && cause !== null && 'message' in cause ? String(cause.message) : '';
    throw new Error(
      `The sandbox's file ${path} cannot be opened (${reason}): delete it, it holds sample posts only, or restore it from a backup`,
      { cause },
    );
  }
}

function openOrCreate(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 5000 });
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -4000; PRAGMA temp_store = MEMORY;',
  );
  database.exec(SCHEMA);
  return database;
}

/** Runs `work` in a transaction. All of its writes are stored or none, also when the process is killed. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

const metaRow = z.object({ value: z.string() });

export function readMeta(database: DatabaseSync, key: string): string | null {
  const row = database.prepare('SELECT value FROM meta WHERE key = ?').get(key);
  return row === undefined ? null : metaRow.parse(row).value;
}

export function writeMeta(database: DatabaseSync, key: string, value: string): void {
  database.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)').run(key, value);
}
