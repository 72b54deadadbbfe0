import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Db, MongoClient } from 'mongodb';
import { type EmbeddedDocuments, startEmbeddedDocuments } from '../src/index.ts';

interface Stored {
  _id: number;
  [field: string]: unknown;
}

let folder = '';
let server: EmbeddedDocuments;
let client: MongoClient;
let db: Db;

async function open(): Promise<void> {
  server = await startEmbeddedDocuments({ folder });
  client = await new MongoClient(server.uri).connect();
  db = client.db('build');
}

async function close(): Promise<void> {
  await client.close();
  await server.stop();
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-'));
  await open();
});

afterEach(async () => {
  await close();
  rmSync(folder, { recursive: true, force: true });
});

const unique = { key: { a: 1 }, name: 'a', unique: true } as const;
const other = { key: { b: 1 }, name: 'b' } as const;

describe('indexes that cannot be built', () => {
  it('do not change the collection, nor do the other indexes of the same command', async () => {
    const collection = db.collection<Stored>('c');
    await collection.insertMany([
      { _id: 1, a: 1 },
      { _id: 2, a: 1 },
    ]);
    await expect(collection.createIndexes([other, unique])).rejects.toMatchObject({
      code: 11000,
      keyPattern: { a: 1 },
    });
    expect(await collection.indexes()).toMatchObject([{ name: '_id_' }]);
    await collection.insertOne({ _id: 3, a: 1, b: 1 });
    expect(await collection.find({ b: 1 }).toArray()).toEqual([{ _id: 3, a: 1, b: 1 }]);
  });

  it('do not create a missing collection', async () => {
    const clash = { ...other, key: { c: 1 } };
    await expect(db.collection('new').createIndexes([other, clash])).rejects.toMatchObject({ code: 86 });
    await db.collection<Stored>('new').insertOne({ _id: 1, b: 1 });
    expect(await db.collection('new').countDocuments({ b: 1 })).toBe(1);
  });
});

describe('an index after its first array', () => {
  const docs = [{ _id: 1, a: 'x' }, { _id: 2, a: ['y', 'z'] }, { _id: 3, a: [] }, { _id: 4 }];

  it('finds by each element and stays unique, also after a restart', async () => {
    const collection = () => db.collection<Stored>('c');
    await collection().createIndexes([unique]);
    await collection().insertMany(docs.slice(0, 3));
    await close();
    await open();
    expect(await collection().distinct('_id', { a: 'z' })).toEqual([2]);
    await expect(collection().insertOne({ _id: 5, a: ['q', 'x'] })).rejects.toMatchObject({ code: 11000 });
    await collection().updateOne({ _id: 2 }, { $set: { a: 'y' } });
    await collection().insertOne({ _id: 6, a: 'z' });
    const plan = await db.command({ explain: { find: 'c', filter: { a: 'z' } }, verbosity: 'executionStats' });
    expect(plan).toMatchObject({ executionStats: { totalDocsExamined: 1, nReturned: 1 } });
  });
});
