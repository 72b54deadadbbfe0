import { expect } from '@jest/globals';
import type { Document } from 'mongodb';
import { type Case, idsOf, notOnFerretDb, refusal, testCase, type Topic } from './world.ts';

const made: Case[] = [
  testCase('an index is named after its keys and listed with them', async (world) => {
    const collection = await world.collection([{ _id: 1 }]);
    expect(await collection.createIndex({ a: 1, 'b.c': -1 })).toBe('a_1_b.c_-1');
    expect(await collection.createIndex({ d: 1 }, { name: 'mine', unique: true, sparse: true })).toBe('mine');
    const listed = await collection.listIndexes().toArray();
    expect(listed).toMatchObject([
      { v: 2, key: { _id: 1 }, name: '_id_' },
      { v: 2, key: { a: 1, 'b.c': -1 }, name: 'a_1_b.c_-1' },
      { v: 2, key: { d: 1 }, name: 'mine', unique: true, sparse: true },
    ]);
    expect(listed[1]).not.toHaveProperty('unique');
  }),
  testCase('listIndexes shows partial filters and expiry', async (world) => {
    const collection = await world.collection();
    await collection.createIndex({ a: 1 }, { partialFilterExpression: { b: { $exists: true } } });
    await collection.createIndex({ at: 1 }, { expireAfterSeconds: 3600 });
    const listed = await collection.indexes();
    expect(listed).toMatchObject([
      { name: '_id_' },
      { name: 'a_1', partialFilterExpression: { b: { $exists: true } } },
      { name: 'at_1', expireAfterSeconds: 3600 },
    ]);
  }),
  testCase('createIndexes creates the collection and counts indexes before and after', async (world) => {
    const createIndexes = world.newName();
    const indexes = [
      { key: { a: 1 }, name: 'a' },
      { key: { b: 1 }, name: 'b' },
    ];
    expect(await world.db.command({ createIndexes, indexes })).toMatchObject({
      numIndexesBefore: 1,
      numIndexesAfter: 3,
      createdCollectionAutomatically: true,
    });
  }),
  testCase('creating the same index again changes nothing', async (world) => {
    const collection = await world.collection([{ _id: 1, a: 1 }]);
    const make = () =>
      collection.createIndexes([
        { key: { a: 1 }, unique: true },
        { key: { b: 1 }, partialFilterExpression: { c: { $gt: 1 } } },
      ]);
    await make();
    await Promise.all([make(), make(), make()]);
    expect(await collection.indexes()).toHaveLength(3);
  }),
  testCase('the same keys under another name are refused with code 85', async (world) => {
    const collection = await world.collection([{ _id: 1 }]);
    await collection.createIndex({ a: 1 }, { name: 'one' });
    expect(await refusal(collection.createIndex({ a: 1 }, { name: 'two' }))).toMatchObject({ code: 85 });
  }),
  testCase('the same name for other keys is refused with code 86', async (world) => {
    const collection = await world.collection([{ _id: 1 }]);
    await collection.createIndex({ a: 1 }, { name: 'one' });
    expect(await refusal(collection.createIndex({ b: 1 }, { name: 'one' }))).toMatchObject({ code: 86 });
  }),
  testCase('the same name and keys with other options are refused with code 86', async (world) => {
    const collection = await world.collection([{ _id: 1 }]);
    await collection.createIndex({ a: 1 });
    expect(await refusal(collection.createIndex({ a: 1 }, { unique: true }))).toMatchObject({ code: 86 });
    expect((await collection.indexes())[1]).not.toHaveProperty('unique');
  }),
  testCase('an index over the same keys in another order is another index', async (world) => {
    const collection = await world.collection([{ _id: 1 }]);
    await collection.createIndex({ a: 1, b: 1 });
    await collection.createIndex({ b: 1, a: 1 });
    expect(await collection.indexes()).toHaveLength(3);
  }),
  testCase('an index without keys or with a direction of 0 is refused with code 67', async (world) => {
    const { collectionName: createIndexes } = await world.collection([{ _id: 1 }]);
    for (const key of [{}, { a: 0 }]) {
      const error = await refusal(world.db.command({ createIndexes, indexes: [{ key, name: 'x' }] }));
      expect(error.code).toBe(67);
    }
  }),
  testCase('the error for an unknown index option names it', async (world) => {
    const { collectionName: createIndexes } = await world.collection([{ _id: 1 }]);
    const indexes = [{ key: { a: 1 }, name: 'x', uniqe: true }];
    expect((await refusal(world.db.command({ createIndexes, indexes }))).message).toMatch(/uniqe/);
  }),
];

const parallel: Case = testCase('an index over two arrays of one document is refused with code 171', async (world) => {
  const collection = await world.collection([{ _id: 1, a: [1], b: 2 }]);
  await collection.createIndex({ a: 1, b: 1 });
  expect(await refusal(collection.insertOne({ _id: 2, a: [1], b: [2] }))).toMatchObject({ code: 171 });
  expect(await refusal(collection.updateOne({ _id: 1 }, { $set: { b: [2] } }))).toMatchObject({ code: 171 });
  expect(await collection.find().toArray()).toEqual([{ _id: 1, a: [1], b: 2 }]);
});

const dropped: Case[] = [
  testCase('dropIndex by name', async (world) => {
    const collection = await world.collection([{ _id: 1, k: 1 }]);
    await collection.createIndex({ k: 1 }, { unique: true });
    await collection.dropIndex('k_1');
    await collection.insertOne({ _id: 2, k: 1 });
    expect(await collection.indexes()).toHaveLength(1);
  }),
  testCase('dropIndexes by keys', async (world) => {
    const collection = await world.collection([{ _id: 1 }]);
    await collection.createIndex({ a: 1, b: -1 });
    await world.db.command({ dropIndexes: collection.collectionName, index: { a: 1, b: -1 } });
    expect(await collection.indexes()).toHaveLength(1);
  }),
  testCase('dropIndexes without names keeps _id_', async (world) => {
    const collection = await world.collection([{ _id: 1 }]);
    await collection.createIndexes([{ key: { a: 1 } }, { key: { b: 1 } }]);
    await collection.dropIndexes();
    expect((await collection.indexes()).map(({ name }) => name)).toEqual(['_id_']);
  }),
  testCase('an unknown index cannot be dropped: code 27', async (world) => {
    const collection = await world.collection([{ _id: 1 }]);
    expect(await refusal(collection.dropIndex('nothing'))).toMatchObject({ code: 27 });
  }),
  testCase('_id_ cannot be dropped: code 72', async (world) => {
    const collection = await world.collection([{ _id: 1 }]);
    expect(await refusal(collection.dropIndex('_id_'))).toMatchObject({ code: 72 });
  }),
  testCase('listing the indexes of a missing collection is refused with code 26', async (world) => {
    const collection = world.db.collection(world.newName());
    expect(await refusal(collection.listIndexes().toArray())).toMatchObject({ code: 26 });
  }),
  testCase('dropping a collection drops its indexes', async (world) => {
    const collection = await world.collection([{ _id: 1 }]);
    await collection.createIndex({ a: 1 }, { unique: true });
    await collection.drop();
    await collection.insertMany([
      { _id: 1, a: 1 },
      { _id: 2, a: 1 },
    ]);
    expect(await collection.indexes()).toHaveLength(1);
  }),
];

/** Documents for which an index must not change results: missing, null, arrays, documents, mixed types. */
const MIXED: readonly Document[] = [
  {},
  { a: null },
  { a: 1 },
  { a: 2.5 },
  { a: 'x' },
  { a: [1, 'x'] },
  { a: [] },
  { a: { b: 1 } },
  { a: [{ b: 1 }, { b: 5 }] },
  { a: [[1]] },
  { a: true },
];
const FILTERS: readonly Document[] = [
  { a: null },
  { a: { $exists: false } },
  { a: { $ne: 1 } },
  { a: 1 },
  { a: [] },
  { a: [1] },
  { a: { $gt: 1 } },
  { a: { $gte: 1, $lt: 2 } },
  { a: { $lte: 'x' } },
  { a: { $in: [1, 'x', null] } },
  { a: { $in: [[], { b: 1 }] } },
  { a: { $nin: [1, null] } },
  { a: { $type: 'number' } },
  { a: { $not: { $gt: 1 } } },
  { a: { $elemMatch: { b: { $gt: 1 } } } },
  { 'a.b': 1 },
  { 'a.b': null },
  { 'a.b': { $gt: 2, $lt: 4 } },
  { $or: [{ a: 1 }, { 'a.b': 5 }] },
  { $or: [{ a: 1 }, { n: { $gte: 9 } }] },
  { a: 1, n: { $gt: 2 } },
  { a: /^x/ },
];

const sameAnswers: Case[] = FILTERS.map((filter) =>
  testCase(`indexes do not change the result of ${JSON.stringify(filter)}`, async (world) => {
    const docs = MIXED.map((doc, n) => ({ _id: n, ...doc, n }));
    const collection = await world.collection(docs);
    const plain = await idsOf(collection, filter);
    await collection.createIndexes([
      { key: { a: 1 } },
      { key: { 'a.b': 1, n: -1 } },
      { key: { a: -1, n: 1 } },
      { key: { n: 1 } },
    ]);
    expect(await idsOf(collection, filter)).toEqual(plain);
    expect(await collection.countDocuments(filter)).toBe(plain.length);
    expect((await collection.distinct('_id', filter)).sort((a, b) => Number(a) - Number(b))).toEqual(plain);
    const byIndex = await collection.find(filter).sort({ a: -1, n: 1 }).toArray();
    expect(byIndex.map((doc) => doc._id).sort((a, b) => Number(a) - Number(b))).toEqual(plain);
    expect(await collection.deleteMany(filter)).toMatchObject({ deletedCount: plain.length });
  }),
);

const hints: Case[] = [
  testCase('a hint by name or by keys is respected', async (world) => {
    const collection = await world.collection([
      { _id: 1, a: 1, b: 1 },
      { _id: 2, a: 1, b: 2 },
    ]);
    await collection.createIndexes([{ key: { a: 1 } }, { key: { b: 1 } }]);
    for (const hint of ['b_1', { b: 1 }, { $natural: 1 }]) {
      expect((await collection.find({ a: 1, b: 2 }, { hint }).toArray()).map((doc) => doc._id)).toEqual([2]);
    }
  }),
  testCase('a hint to a missing index is refused', async (world) => {
    const collection = await world.collection([{ _id: 1, a: 1 }]);
    await refusal(collection.find({ a: 1 }, { hint: 'nothing_1' }).toArray());
  }),
];

export const indexTopics: readonly Topic[] = [
  { topic: 'creating indexes', cases: [...made, ...notOnFerretDb('it accepts such documents', [parallel])] },
  { topic: 'dropping indexes', cases: dropped },
  { topic: 'indexes and query results', cases: [...sameAnswers, ...hints] },
];
