import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { clearTraces } from '../src/sqlite-traces.ts';

let folder: string;
let path: string;
let database: DatabaseSync;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-traces-'));
  path = join(folder, 'test.sqlite');
  database = new DatabaseSync(path);
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON; CREATE TABLE row (id INTEGER PRIMARY KEY, value TEXT)',
  );
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const fileHolds = (text: string) => readFileSync(path).includes(text);
const count = () => database.prepare('SELECT count(*) AS rows FROM row').get()?.rows;

describe('traces of deleted rows', () => {
  it('are removed even if SQLite moved a row to another page before it was deleted', () => {
    const insert = database.prepare('INSERT INTO row VALUES (?, ?)');
    const remove = database.prepare('DELETE FROM row WHERE id = ?');
    const kept = (n: number) => n % 9 === 0;
    const rows = Array.from({ length: 400 }, (_, n) => n);
    for (const n of rows)
      insert.run(n, (kept(n) ? 'somebody-else:' : 'the-deleted-user:').repeat(2) + 'x'.repeat((n * 31) % 400));
    // SQLite merges nearly empty pages, so rows that are deleted later are copied first.
    for (const n of rows) if (!kept(n)) remove.run(n);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    expect(fileHolds('the-deleted-user')).toBe(true);
    clearTraces(database, { rewrite: true });
    expect(fileHolds('the-deleted-user')).toBe(false);
    expect(count()).toBe(45);
  });

  it('are removed from the write-ahead log as well', () => {
    database.exec("INSERT INTO row VALUES (1, 'the-deleted-user'); DELETE FROM row");
    clearTraces(database, { rewrite: false });
    expect([fileHolds('the-deleted-user'), readFileSync(`${path}-wal`).length]).toEqual([false, 0]);
  });
});
