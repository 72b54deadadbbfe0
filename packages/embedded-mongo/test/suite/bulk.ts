import { expect } from '@jest/globals';
import { type Document, MongoBulkWriteError } from 'mongodb';
import { type Case, idsOf, refusal, testCase, type Topic, type World } from './world.ts';

async function bulkError(work: Promise<unknown>): Promise<MongoBulkWriteError> {
  const error = await refusal(work);
  if (error instanceof MongoBulkWriteError) return error;
  throw error;
}

const errorsOf = (error: MongoBulkWriteError): { index: number; code: number | undefined }[] =>
  [error.writeErrors].flat().map(({ index, code }) => ({ index, code }));

async function writeErrors(world: World, command: Document): Promise<unknown> {
  return (await world.db.command(command))['writeErrors'];
}

const inserts: Case[] = [
  testCase('an ordered insertMany stops at the first error and keeps earlier documents', async (world) => {
    const collection = await world.collection([{ _id: 3 }]);
    const error = await bulkError(collection.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }, { _id: 4 }]));
    expect(errorsOf(error)).toEqual([{ index: 2, code: 11000 }]);
    expect(error.insertedCount).toBe(2);
    expect(await idsOf(collection, {})).toEqual([1, 2, 3]);
  }),
  testCase('an unordered insertMany continues after errors and reports each of them', async (world) => {
    const collection = await world.collection([{ _id: 1 }, { _id: 3 }]);
    const docs = [{ _id: 1 }, { _id: 2 }, { _id: 3 }, { _id: 4 }, { _id: 4 }];
    const error = await bulkError(collection.insertMany(docs, { ordered: false }));
    expect(errorsOf(error)).toEqual([1, 3, 5].map((n) => ({ index: n - 1, code: 11000 })));
    expect(error.insertedCount).toBe(2);
    expect(await idsOf(collection, {})).toEqual([1, 2, 3, 4]);
  }),
  testCase('a batch with duplicate unique values keeps the first', async (world) => {
    const collection = await world.collection();
    await collection.createIndex({ k: 1 }, { unique: true });
    const docs = [
      { _id: 1, k: 'a' },
      { _id: 2, k: 'a' },
      { _id: 3, k: 'b' },
    ];
    expect(errorsOf(await bulkError(collection.insertMany(docs, { ordered: false })))).toEqual([
      { index: 1, code: 11000 },
    ]);
    expect(await idsOf(collection, {})).toEqual([1, 3]);
  }),
  testCase(
    'write errors of the insert command name key and value',
    async (world) => {
      const collection = await world.collection([{ _id: 1, a: 5, b: 'x' }]);
      await collection.createIndex({ a: 1, b: -1 }, { unique: true });
      const documents = [{ _id: 2, a: 5, b: 'x' }];
      expect(await writeErrors(world, { insert: collection.collectionName, documents })).toMatchObject([
        { index: 0, code: 11000, keyPattern: { a: 1, b: -1 }, keyValue: { a: 5, b: 'x' } },
      ]);
    },
    { notOn: ['ferretdb'], because: 'it returns the code without keyPattern and keyValue' },
  ),
  testCase('2,500 documents can be inserted at once', async (world) => {
    const collection = await world.collection();
    const docs = Array.from({ length: 2500 }, (_, _id) => ({ _id, text: 'x'.repeat(200) }));
    expect(await collection.insertMany(docs)).toMatchObject({ insertedCount: 2500 });
    expect(await collection.countDocuments()).toBe(2500);
  }),
];

const mixed: Case[] = [
  testCase('a mixed bulk write counts each operation type and reports upserts by index', async (world) => {
    const collection = await world.collection([
      { _id: 1, g: 1 },
      { _id: 2, g: 1 },
      { _id: 3, g: 2 },
    ]);
    const result = await collection.bulkWrite([
      { insertOne: { document: { _id: 10 } } },
      { updateOne: { filter: { _id: 1 }, update: { $set: { g: 5 } } } },
      { updateMany: { filter: { g: { $lte: 2 } }, update: { $inc: { g: 10 } } } },
      { updateOne: { filter: { _id: 20 }, update: { $set: { g: 1 } }, upsert: true } },
      { replaceOne: { filter: { _id: 30 }, replacement: { r: 1 }, upsert: true } },
      { replaceOne: { filter: { _id: 3 }, replacement: { r: 2 } } },
      { deleteOne: { filter: { _id: 2 } } },
      { deleteMany: { filter: { g: 1 } } },
    ]);
    expect(result).toMatchObject({
      insertedCount: 1,
      matchedCount: 4,
      modifiedCount: 4,
      deletedCount: 2,
      upsertedCount: 2,
    });
    expect(result.upsertedIds).toEqual({ 3: 20, 4: 30 });
    expect(await collection.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, g: 5 },
      { _id: 3, r: 2 },
      { _id: 10 },
      { _id: 30, r: 1 },
    ]);
  }),
  testCase('an ordered bulk write sees its earlier operations and stops at the first error', async (world) => {
    const collection = await world.collection();
    const error = await bulkError(
      collection.bulkWrite([
        { insertOne: { document: { _id: 1, n: 1 } } },
        { updateOne: { filter: { n: 1 }, update: { $set: { n: 2 } } } },
        { insertOne: { document: { _id: 1 } } },
        { deleteMany: { filter: {} } },
      ]),
    );
    expect(errorsOf(error)).toEqual([{ index: 2, code: 11000 }]);
    expect(error.result).toMatchObject({ insertedCount: 1, modifiedCount: 1, deletedCount: 0 });
    expect(await collection.find().toArray()).toEqual([{ _id: 1, n: 2 }]);
  }),
  testCase('an unordered bulk write runs all operations and reports errors by index', async (world) => {
    const collection = await world.collection([
      { _id: 1, k: 'a' },
      { _id: 2, k: 'b' },
    ]);
    await collection.createIndex({ k: 1 }, { unique: true });
    const error = await bulkError(
      collection.bulkWrite(
        [
          { updateOne: { filter: { _id: 2 }, update: { $set: { k: 'a' } } } },
          { insertOne: { document: { _id: 3, k: 'a' } } },
          { insertOne: { document: { _id: 4, k: 'd' } } },
          { updateOne: { filter: { _id: 1 }, update: { $set: { n: 1 } } } },
          { replaceOne: { filter: { _id: 4 }, replacement: { k: 'b' } } },
        ],
        { ordered: false },
      ),
    );
    const errors = errorsOf(error).sort((a, b) => a.index - b.index);
    expect(errors).toEqual([0, 1, 4].map((index) => ({ index, code: 11000 })));
    expect(error.result).toMatchObject({ insertedCount: 1, modifiedCount: 1 });
  }),
  testCase('updateOne in a bulk write accepts pipelines', async (world) => {
    const collection = await world.collection([{ _id: 1, a: [1, 5] }]);
    await collection.bulkWrite([{ updateOne: { filter: { _id: 1 }, update: [{ $set: { most: { $max: '$a' } } }] } }]);
    expect(await collection.findOne()).toEqual({ _id: 1, a: [1, 5], most: 5 });
  }),
  testCase('the counts of several update statements are summed', async (world) => {
    const collection = await world.collection([{ _id: 1 }, { _id: 2 }, { _id: 3 }]);
    const updates = [
      { q: { _id: 1 }, u: { $set: { a: 1 } } },
      { q: {}, u: { $set: { a: 1 } }, multi: true },
      { q: { _id: 9 }, u: { $set: { a: 1 } }, upsert: true },
    ];
    const answer = await world.db.command({ update: collection.collectionName, updates });
    expect(answer).toMatchObject({ n: 5, nModified: 3, upserted: [{ index: 2, _id: 9 }] });
  }),
  testCase('the counts of several delete statements are summed, each with its limit', async (world) => {
    const collection = await world.collection([
      { _id: 1, g: 1 },
      { _id: 2, g: 1 },
      { _id: 3, g: 2 },
      { _id: 4, g: 2 },
    ]);
    const deletes = [
      { q: { g: 1 }, limit: 1 },
      { q: { g: 2 }, limit: 0 },
    ];
    expect(await world.db.command({ delete: collection.collectionName, deletes })).toMatchObject({ n: 3 });
    expect(await collection.countDocuments()).toBe(1);
  }),
  testCase('multi with a replacement is refused', async (world) => {
    const collection = await world.collection([{ _id: 1, a: 1 }]);
    const updates = [{ q: {}, u: { b: 1 }, multi: true }];
    expect(await writeErrors(world, { update: collection.collectionName, updates })).toMatchObject([
      { index: 0, code: 9 },
    ]);
    expect(await collection.findOne()).toEqual({ _id: 1, a: 1 });
  }),
  testCase('an updateMany that fails midway reports the error', async (world) => {
    const collection = await world.collection([
      { _id: 1, n: 1 },
      { _id: 2, n: 'text' },
    ]);
    expect(await refusal(collection.updateMany({}, { $inc: { n: 1 } }))).toMatchObject({ code: 14 });
    expect(await collection.findOne({ _id: 2 })).toEqual({ _id: 2, n: 'text' });
  }),
];

export const bulkTopics: readonly Topic[] = [
  { topic: 'insertMany', cases: inserts },
  { topic: 'bulkWrite and commands of several statements', cases: mixed },
];
