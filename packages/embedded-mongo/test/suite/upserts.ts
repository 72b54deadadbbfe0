import { expect } from '@jest/globals';
import { type Document, ObjectId } from 'mongodb';
import { type Case, refusal, testCase, type Topic } from './world.ts';

type Row = readonly [name: string, filter: Document, update: Document | Document[], made: Document];

const ROWS: readonly Row[] = [
  ['equality of the filter and $set', { a: 1, b: { $eq: 2 } }, { $set: { c: 3 } }, { a: 1, b: 2, c: 3 }],
  ['$setOnInsert', { a: 1 }, { $set: { b: 1 }, $setOnInsert: { c: 1 } }, { a: 1, b: 1, c: 1 }],
  ['no value from a range', { a: { $gt: 5 }, b: 1 }, { $set: { c: 1 } }, { b: 1, c: 1 }],
  ['equality inside $and', { $and: [{ a: 1 }, { b: 2 }] }, { $set: { c: 3 } }, { a: 1, b: 2, c: 3 }],
  ['parents of a dotted path', { 'a.b': 1 }, { $set: { 'a.c': 2 } }, { a: { b: 1, c: 2 } }],
  ['$inc from the value of the filter', { n: 5 }, { $inc: { n: 1 } }, { n: 6 }],
  ['$inc of a missing field', { a: 1 }, { $inc: { n: 2 } }, { a: 1, n: 2 }],
  ['$push to a missing field', { a: 1 }, { $push: { list: 1 } }, { a: 1, list: [1] }],
  ['$min and $max of missing fields', { a: 1 }, { $min: { low: 3 }, $max: { high: 4 } }, { a: 1, low: 3, high: 4 }],
  ['$set over the value of the filter', { a: 1 }, { $set: { a: 2 } }, { a: 2 }],
  ['a pipeline over the equality of the filter', { a: 1 }, [{ $set: { b: { $max: ['$a', 2] } } }], { a: 1, b: 2 }],
  ['$unset and $pull of missing fields', { a: 1 }, { $unset: { b: '' }, $pull: { c: 1 } }, { a: 1 }],
];

const made: Case[] = ROWS.map(([name, filter, update, wanted]) =>
  testCase(`an upsert inserts with ${name}`, async (world) => {
    const collection = await world.collection();
    const result = await collection.updateOne(filter, update, { upsert: true });
    expect(result).toMatchObject({ matchedCount: 0, modifiedCount: 0, upsertedCount: 1 });
    expect(result.upsertedId).toBeInstanceOf(ObjectId);
    expect(await collection.find().toArray()).toEqual([{ _id: result.upsertedId, ...wanted }]);
  }),
);

const upserts: Case[] = [
  testCase('an upsert updates a matching document and inserts nothing', async (world) => {
    const collection = await world.collection([{ _id: 1, k: 'x', n: 1 }]);
    const result = await collection.updateOne(
      { k: 'x' },
      { $inc: { n: 1 }, $setOnInsert: { no: 1 } },
      { upsert: true },
    );
    expect(result).toMatchObject({ matchedCount: 1, modifiedCount: 1, upsertedCount: 0, upsertedId: null });
    expect(await collection.find().toArray()).toEqual([{ _id: 1, k: 'x', n: 2 }]);
  }),
  testCase('an upsert takes _id from the filter', async (world) => {
    const collection = await world.collection();
    const result = await collection.updateOne({ _id: 'mine' }, { $set: { a: 1 } }, { upsert: true });
    expect(result.upsertedId).toBe('mine');
    expect(await collection.findOne()).toEqual({ _id: 'mine', a: 1 });
  }),
  testCase('an upsert takes _id from $setOnInsert', async (world) => {
    const collection = await world.collection();
    const result = await collection.updateOne({ k: 1 }, { $setOnInsert: { _id: 7 } }, { upsert: true });
    expect(result.upsertedId).toBe(7);
    expect(await collection.findOne()).toEqual({ _id: 7, k: 1 });
  }),
  testCase('an upsert whose $set contradicts the _id of its filter is refused with code 66', async (world) => {
    const collection = await world.collection();
    const error = await refusal(collection.updateOne({ _id: 1 }, { $set: { _id: 2 } }, { upsert: true }));
    expect(error.code).toBe(66);
    expect(await collection.countDocuments()).toBe(0);
  }),
  testCase('updateMany upserts one document', async (world) => {
    const collection = await world.collection();
    expect(await collection.updateMany({ a: 1 }, { $set: { b: 1 } }, { upsert: true })).toMatchObject({
      upsertedCount: 1,
    });
    expect(await collection.countDocuments({ a: 1, b: 1 })).toBe(1);
  }),
  testCase('replaceOne upserts the replacement with only the _id of the filter', async (world) => {
    const collection = await world.collection();
    const result = await collection.replaceOne({ _id: 3, k: 'x' }, { v: 1 }, { upsert: true });
    expect(result).toMatchObject({ upsertedCount: 1, upsertedId: 3 });
    expect(await collection.findOne()).toEqual({ _id: 3, v: 1 });
  }),
  testCase('replaceOne upserts with the _id of the replacement', async (world) => {
    const collection = await world.collection();
    await collection.replaceOne({ k: 'x' }, Object.assign({ v: 1 }, { _id: 4 }), { upsert: true });
    expect(await collection.findOne()).toEqual({ _id: 4, v: 1 });
  }),
  testCase('an upsert that violates a unique index is refused with code 11000', async (world) => {
    const collection = await world.collection([{ _id: 1, k: 'x', g: 1 }]);
    await collection.createIndex({ k: 1 }, { unique: true });
    const error = await refusal(collection.updateOne({ k: 'x', g: 2 }, { $set: { a: 1 } }, { upsert: true }));
    expect(error.code).toBe(11000);
    expect(await collection.find().toArray()).toEqual([{ _id: 1, k: 'x', g: 1 }]);
  }),
];

export const upsertTopics: readonly Topic[] = [{ topic: 'upserts', cases: [...made, ...upserts] }];
