import { createLogger } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { expect, it } from '@jest/globals';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { GroupCommit } from '../src/sqlite/bus-commit.ts';

it('a full disk rejects writes, keeps progress for later, and is logged once', async () => {
  const lines: string[] = [];
  const log = createLogger({ name: 'bus', level: 'info', stream: { write: (line) => void lines.push(line) } });
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE kept (value BLOB)');
  const insert = (size: number) => void database.prepare('INSERT INTO kept VALUES (zeroblob(?))').run(size);
  const commits = new GroupCommit(database, log);
  // Stands for the disk: no more pages than the database has now.
  database.exec('PRAGMA max_page_count = 2');
  commits.later(() => insert(100_000));
  await expect(commits.write(() => insert(1))).rejects.toThrow('database or disk is full');
  await expect(commits.write(() => insert(2))).rejects.toThrow('database or disk is full');
  database.exec('PRAGMA max_page_count = 1000');
  await until('the progress to be stored', () => lines.length === 2);
  expect(lines.map((line) => z.object({ msg: z.string() }).parse(JSON.parse(line)).msg)).toEqual([
    'the bus cannot write; it keeps trying',
    'the bus can write again',
  ]);
  expect(database.prepare('SELECT length(value) AS size FROM kept').all()).toEqual([{ size: 100_000 }]);
  commits.close();
  database.close();
});
