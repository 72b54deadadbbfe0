import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedDocuments, startEmbeddedDocuments } from '../src/index.ts';

interface Stored {
  _id: number;
  [field: string]: unknown;
}

let folder: string;
let server: EmbeddedDocuments;
let client: MongoClient;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-injection-'));
  server = await startEmbeddedDocuments({ folder });
  client = await new MongoClient(server.uri).connect();
});
afterAll(async () => {
  await client.close();
  await server.stop();
  await rm(folder, { recursive: true });
});

/** Texts that end a text in SQL, JSON or a path, or that look like the key of another value. */
const texts = [
  'plain',
  "' OR '1'='1",
  "'; DROP TABLE c1; --",
  '" OR ""="',
  "it''s",
  '?1',
  '%_',
  '$.a',
  '{"$ne":null}',
  'a\\',
  '\u0001a',
  '[]',
];

describe('texts of strangers', () => {
  it('are values, whatever they contain', async () => {
    const collection = client.db('injection').collection<Stored>('values');
    await collection.createIndex({ text: 1 });
    await collection.insertMany(texts.map((text, _id) => ({ _id, text, plain: text })));
    for (const [_id, text] of texts.entries()) {
      const filters = [{ text }, { text: { $in: [text, 'no text'] } }, { text: { $gte: text, $lte: text } }];
      for (const filter of [...filters, { plain: text }, { text, plain: text }])
        expect((await collection.find(filter).toArray()).map((found) => found._id)).toEqual([_id]);
      expect(await collection.updateMany({ text }, { $set: { seen: true } })).toMatchObject({ modifiedCount: 1 });
    }
    expect(await collection.countDocuments()).toBe(texts.length);
    expect((await collection.deleteMany({ text: "' OR '1'='1" })).deletedCount).toBe(1);
    expect(await collection.countDocuments()).toBe(texts.length - 1);
  });

  it('are names of fields, whatever they contain', async () => {
    const collection = client.db('injection').collection<Stored>('fields');
    const names = texts.filter((name) => !/[$.]/.test(name));
    expect(names.length).toBeGreaterThan(6);
    for (const name of names) await collection.createIndex({ [name]: 1 });
    await collection.insertMany(names.map((name, _id) => ({ _id, [name]: 'here' })));
    for (const [_id, name] of names.entries())
      expect((await collection.find({ [name]: 'here' }).toArray()).map((found) => found._id)).toEqual([_id]);
  });
});
