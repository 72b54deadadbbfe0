import { archiveNames } from '@earshot/testing/corpora';
import { afterAll, expect, it } from '@jest/globals';
import { BSON } from 'mongodb';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeArchive } from '../src/archive/write.ts';
import { run } from './operate.ts';

const place = await mkdtemp(join(tmpdir(), 'earshot-archive-names-'));
afterAll(() => rm(place, { recursive: true }));

async function* collectionsOf(name: { database: string; collection: string }) {
  async function* documents() {
    yield BSON.serialize({ _id: 'x' });
  }
  yield { ...name, documents: documents() };
}

it.each(archiveNames)('an import with the database $database is refused and writes nothing', async (name) => {
  const file = join(place, `${archiveNames.indexOf(name)}.gz`);
  await writeArchive(file, new Date(0), collectionsOf(name));
  const target = join(place, 'nested', 'data');
  const { code, lines } = await run(['import', file], { EARSHOT_DATA: target });
  expect([code, lines.join()]).toEqual([
    1,
    expect.stringContaining('databases that this version of Earshot does not know'),
  ]);
  expect(existsSync(target)).toBe(false);
  expect((await readdir(place)).filter((entry) => !entry.endsWith('.gz'))).toEqual([]);
});
