import { expect } from '@jest/globals';
import { type CreateIndexesOptions, Decimal128, type Document, type IndexSpecification, Long, ObjectId } from 'mongodb';
import { type Case, type Doc, refusal, testCase, type Topic, until } from './world.ts';

type Key = Record<string, 1 | -1>;
type Row = readonly [name: string, key: Key, options: CreateIndexesOptions, first: Document, second: Document];

/** One case per row: the unique index refuses `second` after `first`. */
const clashes = (rows: readonly Row[]): Case[] =>
  rows.map(([name, key, options, first, second]) =>
    testCase(`${name} clash`, async (world) => {
      const collection = await world.collection([{ _id: 1, ...first }]);
      await collection.createIndex(key, { unique: true, ...options });
      expect(await refusal(collection.insertOne({ _id: 2, ...second }))).toMatchObject({ code: 11000 });
      await collection.insertOne({ _id: 3, k: 'elsewhere', l: 'elsewhere', on: true, a: { b: 'elsewhere' } });
      expect(await refusal(collection.replaceOne({ _id: 3 }, second))).toMatchObject({ code: 11000 });
      expect(await collection.countDocuments({ k: 'elsewhere' })).toBe(1);
      await collection.deleteOne({ _id: 1 });
      await collection.insertOne({ _id: 2, ...second });
    }),
  );

/** One case per row: the unique index allows both documents. */
const neighbours = (rows: readonly Row[]): Case[] =>
  rows.map(([name, key, options, first, second]) =>
    testCase(`${name} do not clash`, async (world) => {
      const collection = await world.collection();
      await collection.createIndex(key, { unique: true, ...options });
      await collection.insertMany([
        { _id: 1, ...first },
        { _id: 2, ...second },
      ]);
      expect(await collection.countDocuments()).toBe(2);
    }),
  );

const partial = { partialFilterExpression: { on: true } };
const id = new ObjectId();

const unique = [
  ...clashes([
    ['equal texts', { k: 1 }, {}, { k: 'a' }, { k: 'a' }],
    ['equal numbers of different types', { k: 1 }, {}, { k: 1 }, { k: Long.fromNumber(1) }],
    ['an int and an equal Decimal128', { k: 1 }, {}, { k: 1 }, { k: Decimal128.fromString('1.0') }],
    ['equal ObjectIds', { k: 1 }, {}, { k: id }, { k: id }],
    ['equal dates', { k: -1 }, {}, { k: new Date(5) }, { k: new Date(5) }],
    ['two missing values', { k: 1 }, {}, { l: 1 }, { l: 2 }],
    ['null and a missing value', { k: 1 }, {}, { k: null }, { l: 2 }],
    ['equal documents', { k: 1 }, {}, { k: { x: 1, y: 2 } }, { k: { x: 1, y: 2 } }],
    ['pairs equal in both parts', { k: 1, l: -1 }, {}, { k: 1, l: 2 }, { k: 1, l: 2 }],
    ['pairs whose second part is missing', { k: 1, l: 1 }, {}, { k: 1 }, { k: 1 }],
    ['values by a dotted path', { 'a.b': 1 }, {}, { a: { b: 1 } }, { a: { b: 1, c: 2 } }],
    ['arrays that share an element', { k: 1 }, {}, { k: [1, 2] }, { k: [2, 3] }],
    ['an array and one of its elements', { k: 1 }, {}, { k: [1, 2] }, { k: 2 }],
    ['fields of documents in arrays', { 'a.b': 1 }, {}, { a: [{ b: 1 }, { b: 2 }] }, { a: [{ b: 2 }] }],
    ['documents inside a partial index', { k: 1 }, partial, { k: 1, on: true }, { k: 1, on: true }],
    ['two nulls in a sparse index', { k: 1 }, { sparse: true }, { k: null }, { k: null }],
    ['equal long texts', { k: 1 }, {}, { k: 'x'.repeat(5000) }, { k: 'x'.repeat(5000) }],
  ]),
  ...neighbours([
    ['texts of different case', { k: 1 }, {}, { k: 'a' }, { k: 'A' }],
    ['a number and its text', { k: 1 }, {}, { k: 1 }, { k: '1' }],
    ['an ObjectId and its text', { k: 1 }, {}, { k: id }, { k: id.toHexString() }],
    ['documents of different order of keys', { k: 1 }, {}, { k: { x: 1, y: 2 } }, { k: { y: 2, x: 1 } }],
    ['pairs equal in one part', { k: 1, l: 1 }, {}, { k: 1, l: 1 }, { k: 1, l: 2 }],
    ['pairs that are equal only when concatenated', { k: 1, l: 1 }, {}, { k: 'ab', l: 'c' }, { k: 'a', l: 'bc' }],
    ['missing values in a sparse index', { k: 1 }, { sparse: true }, { l: 1 }, { l: 2 }],
    ['documents outside a partial index', { k: 1 }, partial, { k: 1, on: false }, { k: 1 }],
    ['one inside and one outside a partial index', { k: 1 }, partial, { k: 1, on: true }, { k: 1, on: false }],
    ['arrays that each repeat one element', { k: 1 }, {}, { k: [1, 1] }, { k: [2, 2] }],
    [
      'large longs that differ by one',
      { k: 1 },
      {},
      { k: Long.fromString('9007199254740992') },
      { k: Long.fromString('9007199254740993') },
    ],
    ['false, 0, null and empty text', { k: 1, l: 1 }, {}, { k: false, l: 0 }, { k: null, l: '' }],
  ]),
];

const updates: Case[] = [
  testCase('an update to an existing value is refused and changes nothing', async (world) => {
    const collection = await world.collection([
      { _id: 1, k: 'a' },
      { _id: 2, k: 'b', n: 0 },
    ]);
    await collection.createIndex({ k: 1 }, { unique: true });
    expect(await refusal(collection.updateOne({ _id: 2 }, { $set: { k: 'a', n: 1 } }))).toMatchObject({
      code: 11000,
    });
    expect(await collection.findOne({ _id: 2 })).toEqual({ _id: 2, k: 'b', n: 0 });
  }),
  testCase('an update that keeps its value is accepted', async (world) => {
    const collection = await world.collection([{ _id: 1, k: 'a' }]);
    await collection.createIndex({ k: 1 }, { unique: true });
    expect(await collection.updateOne({ _id: 1 }, { $set: { k: 'a', n: 1 } })).toMatchObject({ modifiedCount: 1 });
  }),
  testCase('an update that moves a document into a partial index can violate it', async (world) => {
    const collection = await world.collection([
      { _id: 1, k: 1, on: true },
      { _id: 2, k: 1 },
    ]);
    await collection.createIndex({ k: 1 }, { unique: true, ...partial });
    expect(await refusal(collection.updateOne({ _id: 2 }, { $set: { on: true } }))).toMatchObject({ code: 11000 });
    await collection.updateOne({ _id: 1 }, { $set: { on: false } });
    expect(await collection.updateOne({ _id: 2 }, { $set: { on: true } })).toMatchObject({ modifiedCount: 1 });
  }),
  testCase(
    'a unique index over existing duplicates is refused and not created',
    async (world) => {
      const collection = await world.collection([
        { _id: 1, k: 1 },
        { _id: 2, k: 1 },
      ]);
      expect(await refusal(collection.createIndex({ k: 1 }, { unique: true }))).toMatchObject({ code: 11000 });
      expect(await collection.indexes()).toHaveLength(1);
    },
    { notOn: ['ferretdb'], because: 'it refuses with code 1' },
  ),
  testCase('a partial index with an unsupported filter is refused with code 67', async (world) => {
    const collection = await world.collection([{ _id: 1 }]);
    const options = { partialFilterExpression: { a: { $ne: 1 } } };
    expect(await refusal(collection.createIndex({ k: 1 }, options))).toMatchObject({ code: 67 });
  }),
  testCase(
    'the error names keys and values of a compound index',
    async (world) => {
      const collection = await world.collection([{ _id: 1, k: 'a', l: { m: 1 } }]);
      await collection.createIndex({ k: 1, 'l.m': -1 }, { unique: true });
      const error = await refusal(collection.insertOne({ _id: 2, k: 'a', l: { m: 1 } }));
      expect(error).toMatchObject({ keyPattern: { k: 1, 'l.m': -1 }, keyValue: { k: 'a', 'l.m': 1 } });
      expect(error.message).toMatch(/E11000 duplicate key error/);
    },
    { notOn: ['ferretdb'], because: 'it returns the code without keyPattern and keyValue' },
  ),
];

const partials: readonly (readonly [filter: Document, key: IndexSpecification, query: Document])[] = [
  [{ n: { $gt: 5 } }, { n: 1 }, { n: { $gte: 4 } }],
  [{ n: { $gt: 5 } }, { n: 1 }, { n: { $gt: 6 } }],
  [{ s: 'x' }, { n: 1 }, { n: 7 }],
  [{ s: 'x' }, { n: 1 }, { n: 7, s: 'x' }],
  [{ s: { $exists: true } }, { s: 1 }, { s: null }],
  [{ s: { $exists: true } }, { s: 1 }, { s: 'x' }],
  [{ $and: [{ s: 'x' }, { n: { $lt: 9 } }] }, { n: 1 }, { s: 'x', n: { $lt: 10 } }],
  [{ n: { $type: 'number' } }, { n: 1 }, { n: { $in: [7, null] } }],
];

const partialAnswers: Case[] = partials.map(([partialFilterExpression, key, query]) =>
  testCase(
    `a partial index ${JSON.stringify(partialFilterExpression)} hides no document from ${JSON.stringify(query)}`,
    async (world) => {
      const docs: Doc[] = Array.from({ length: 12 }, (_, n) => ({ _id: n, n, ...(n % 2 ? { s: 'x' } : {}) }));
      const collection = await world.collection([...docs, { _id: 12, s: null }, { _id: 13 }]);
      const plain = await collection.find(query).sort({ _id: 1 }).toArray();
      await collection.createIndex(key, { partialFilterExpression });
      expect(await collection.find(query).sort({ _id: 1 }).toArray()).toEqual(plain);
      expect(await collection.find(query).sort({ n: -1 }).toArray()).toHaveLength(plain.length);
    },
  ),
);

const sparse: Case[] = [
  testCase('a sparse index hides no documents from sorts and queries for null', async (world) => {
    const collection = await world.collection([{ _id: 1, a: 1 }, { _id: 2 }, { _id: 3, a: null }]);
    await collection.createIndex({ a: 1 }, { sparse: true });
    expect((await collection.find().sort({ a: 1, _id: 1 }).toArray()).map((doc) => doc._id)).toEqual([2, 3, 1]);
    expect(await collection.countDocuments({ a: null })).toBe(2);
    expect(await collection.countDocuments({ a: { $ne: 1 } })).toBe(2);
  }),
];

const expiry: Case[] = [
  testCase('a TTL index deletes expired documents and keeps all others', async (world) => {
    const hour = 3600_000;
    const collection = await world.collection([
      { _id: 'due', at: new Date(Date.now() - hour) },
      { _id: 'due by its earliest', at: [new Date(Date.now() + hour), new Date(Date.now() - hour)] },
      { _id: 'not yet', at: new Date(Date.now() + hour) },
      { _id: 'no date', at: 'soon' },
      { _id: 'nothing' },
    ]);
    await collection.createIndex({ at: 1 }, { expireAfterSeconds: 30 });
    await until(async () => (await collection.countDocuments()) === 3, 200_000);
    expect((await collection.distinct('_id')).sort()).toEqual(['no date', 'not yet', 'nothing']);
  }),
  testCase('a TTL index over two keys is refused with code 67', async (world) => {
    const collection = await world.collection([{ _id: 1 }]);
    const error = await refusal(collection.createIndex({ a: 1, b: 1 }, { expireAfterSeconds: 5 }));
    expect(error.code).toBe(67);
  }),
];

export const uniqueTopics: readonly Topic[] = [
  { topic: 'unique indexes', cases: unique },
  { topic: 'unique indexes and updates', cases: updates },
  { topic: 'partial and sparse indexes', cases: [...partialAnswers, ...sparse] },
  { topic: 'TTL indexes', cases: expiry },
];
