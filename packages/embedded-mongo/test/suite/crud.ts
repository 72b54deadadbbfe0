import { expect } from '@jest/globals';
import { type Document, MongoClient, MongoServerError, ObjectId } from 'mongodb';
import { type Case, type Doc, idsOf, refusal, testCase, type Topic, until, valuesOf } from './world.ts';

/** Runs a raw command and throws its write errors, since it returns them with `ok: 1`. */
function throwWriteErrors(answer: Document): void {
  const errors: unknown = answer['writeErrors'];
  if (errors !== undefined) throw new MongoServerError({ message: JSON.stringify(errors) });
}

const inserts: Case[] = [
  testCase('insertOne creates a missing _id as an ObjectId', async (world) => {
    const collection = world.db.collection(world.newName());
    const { insertedId, acknowledged } = await collection.insertOne({ a: 1 });
    expect(acknowledged).toBe(true);
    expect(insertedId).toBeInstanceOf(ObjectId);
    expect(await collection.findOne({ _id: insertedId })).toEqual({ _id: insertedId, a: 1 });
  }),
  testCase('the server creates a missing _id as the first field', async (world) => {
    const name = world.newName();
    await world.db.command({ insert: name, documents: [{ a: 1 }] });
    const [doc] = await world.db.collection(name).find().toArray();
    expect(Object.keys(doc ?? {})).toEqual(['_id', 'a']);
    expect(doc?._id).toBeInstanceOf(ObjectId);
  }),
  testCase('_id is stored as the first field, whatever its position in the insert', async (world) => {
    const collection = await world.collection();
    await collection.insertOne({ b: 1, _id: 1 });
    expect(Object.keys((await collection.findOne()) ?? {})).toEqual(['_id', 'b']);
  }),
  testCase('insertMany reports the ids in order', async (world) => {
    const collection = await world.collection();
    const result = await collection.insertMany([{ _id: 3 }, { _id: 1 }, { _id: 2 }]);
    expect(result).toMatchObject({ insertedCount: 3, insertedIds: { 0: 3, 1: 1, 2: 2 } });
    expect(await idsOf(collection, {})).toEqual([1, 2, 3]);
  }),
  testCase('a second document with the same _id is refused with code 11000', async (world) => {
    const collection = await world.collection([{ _id: 'x', a: 1 }]);
    expect(await refusal(collection.insertOne({ _id: 'x', a: 2 }))).toMatchObject({ code: 11000 });
    expect(await collection.findOne()).toEqual({ _id: 'x', a: 1 });
  }),
  testCase(
    'the error for a duplicate _id names key and value',
    async (world) => {
      const collection = await world.collection([{ _id: 'x', a: 1 }]);
      const error = await refusal(collection.insertOne({ _id: 'x', a: 2 }));
      expect(error).toMatchObject({ keyPattern: { _id: 1 }, keyValue: { _id: 'x' } });
    },
    { notOn: ['ferretdb'], because: 'it returns the code without keyPattern and keyValue' },
  ),
  testCase('an array as _id is refused', async (world) => {
    const name = world.newName();
    await refusal(world.db.command({ insert: name, documents: [{ _id: [1, 2] }] }).then(throwWriteErrors));
    expect(await world.db.collection(name).countDocuments()).toBe(0);
  }),
  testCase(
    'an unacknowledged insert is stored and its connection stays usable',
    async (world) => {
      const collection = await world.collection();
      const client = new MongoClient(world.uri, { maxPoolSize: 1 });
      try {
        const mine = client.db(world.db.databaseName).collection<Doc>(collection.collectionName);
        const result = await mine.insertOne({ _id: 1 }, { writeConcern: { w: 0 } });
        expect(result.acknowledged).toBe(false);
        await mine.insertOne({ _id: 2 });
        await until(async () => (await mine.countDocuments()) === 2, 60_000);
      } finally {
        await client.close();
      }
    },
    {
      notOn: ['ferretdb'],
      because: 'it replies to a message without a reply, so every later reply is matched to the wrong request',
      atTimes: true,
    },
  ),
];

const removes: Case[] = [
  testCase('deleteOne removes one of several', async (world) => {
    const collection = await world.collection([
      { _id: 1, g: 1 },
      { _id: 2, g: 1 },
    ]);
    expect(await collection.deleteOne({ g: 1 })).toMatchObject({ deletedCount: 1 });
    expect(await collection.countDocuments()).toBe(1);
  }),
  testCase('deleteMany removes and counts all matching documents', async (world) => {
    const collection = await world.collection([
      { _id: 1, g: 1 },
      { _id: 2, g: 2 },
      { _id: 3, g: 1 },
    ]);
    expect(await collection.deleteMany({ g: 1 })).toMatchObject({ deletedCount: 2 });
    expect(await collection.deleteMany({ g: 1 })).toMatchObject({ deletedCount: 0 });
    expect(await collection.find().toArray()).toEqual([{ _id: 2, g: 2 }]);
  }),
  testCase('an _id that was deleted can be inserted again', async (world) => {
    const collection = await world.collection([{ _id: 1, v: 'old' }]);
    await collection.deleteOne({ _id: 1 });
    await collection.insertOne({ _id: 1, v: 'new' });
    expect(await collection.findOne({ _id: 1 })).toEqual({ _id: 1, v: 'new' });
  }),
];

const replacements: Case[] = [
  testCase('updateOne counts matched and modified documents separately', async (world) => {
    const collection = await world.collection([{ _id: 1, a: 1 }]);
    const set = (a: number) => collection.updateOne({ _id: 1 }, { $set: { a } });
    expect(await set(2)).toMatchObject({ matchedCount: 1, modifiedCount: 1, upsertedCount: 0, upsertedId: null });
    expect(await set(2)).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
    expect(await collection.updateOne({ _id: 9 }, { $set: { a: 1 } })).toMatchObject({
      matchedCount: 0,
      modifiedCount: 0,
    });
  }),
  testCase('updateMany changes all matching documents', async (world) => {
    const collection = await world.collection([
      { _id: 1, g: 1 },
      { _id: 2, g: 1 },
      { _id: 3, g: 2 },
    ]);
    expect(await collection.updateMany({ g: 1 }, { $inc: { g: 10 } })).toMatchObject({
      matchedCount: 2,
      modifiedCount: 2,
    });
    expect(valuesOf(await collection.find().sort({ _id: 1 }).toArray(), 'g')).toEqual([11, 11, 2]);
  }),
  testCase('updateMany updates each document once, even if it moves within the scanned range', async (world) => {
    const collection = await world.collection(Array.from({ length: 40 }, (_, _id) => ({ _id, n: _id })));
    await collection.createIndex({ n: 1 });
    expect(await collection.updateMany({ n: { $gte: 0 } }, { $inc: { n: 15 } })).toMatchObject({ modifiedCount: 40 });
    const found = await collection.find().sort({ n: 1 }).toArray();
    expect(valuesOf(found, 'n')).toEqual(Array.from({ length: 40 }, (_, n) => n + 15));
  }),
  testCase('replaceOne keeps only the _id', async (world) => {
    const collection = await world.collection([{ _id: 1, a: 1, b: 2 }]);
    expect(await collection.replaceOne({ a: 1 }, { c: 3 })).toMatchObject({ matchedCount: 1, modifiedCount: 1 });
    expect(await collection.findOne()).toEqual({ _id: 1, c: 3 });
  }),
  testCase('replaceOne with another _id is refused with code 66', async (world) => {
    const collection = await world.collection([{ _id: 1, a: 1 }]);
    expect(await refusal(collection.replaceOne({ a: 1 }, Object.assign({ a: 2 }, { _id: 2 })))).toMatchObject({
      code: 66,
    });
    expect(await collection.findOne()).toEqual({ _id: 1, a: 1 });
  }),
  testCase('$set of a different _id is refused with code 66, of an equal one it is accepted', async (world) => {
    const collection = await world.collection([{ _id: 1, a: 1 }]);
    expect(await refusal(collection.updateOne({ a: 1 }, { $set: { _id: 2 } }))).toMatchObject({ code: 66 });
    await collection.updateOne({ a: 1 }, { $set: { _id: 1, a: 5 } });
    expect(await collection.findOne()).toEqual({ _id: 1, a: 5 });
  }),
  testCase('every connection sees an acknowledged write immediately', async (world) => {
    const collection = await world.collection([{ _id: 1, n: 0 }]);
    for (let n = 1; n <= 20; n++) {
      await collection.updateOne({ _id: 1 }, { $set: { n } });
      const [mine, other] = await Promise.all([collection.findOne(), collection.findOne({ n })]);
      expect([mine?.['n'], other?.['n']]).toEqual([n, n]);
    }
  }),
];

const counting: Case[] = [
  testCase('countDocuments accepts filter, skip and limit', async (world) => {
    const collection = await world.collection([{ _id: 1, g: 1 }, { _id: 2, g: 1 }, { _id: 3, g: 1 }, { _id: 4 }]);
    expect(await collection.countDocuments({ g: 1 })).toBe(3);
    expect(await collection.countDocuments({ g: 1 }, { limit: 2 })).toBe(2);
    expect(await collection.countDocuments({ g: 1 }, { skip: 2 })).toBe(1);
    expect(await collection.countDocuments({ g: 9 })).toBe(0);
  }),
  testCase('estimatedDocumentCount counts all documents, and 0 for a missing collection', async (world) => {
    const collection = await world.collection([{ _id: 1 }, { _id: 2 }]);
    expect(await collection.estimatedDocumentCount()).toBe(2);
    expect(await world.db.collection(world.newName()).estimatedDocumentCount()).toBe(0);
  }),
  testCase('the count command accepts a query', async (world) => {
    const collection = await world.collection([{ _id: 1, g: 1 }, { _id: 2, g: 1 }, { _id: 3 }]);
    const answer = await world.db.command({ count: collection.collectionName, query: { g: 1 } });
    expect(answer).toMatchObject({ n: 2, ok: 1 });
  }),
  testCase('distinct returns each value once and unwinds arrays', async (world) => {
    const collection = await world.collection([
      { _id: 1, t: ['a', 'b'] },
      { _id: 2, t: 'b' },
      { _id: 3, t: null },
      { _id: 4 },
    ]);
    const values = await collection.distinct('t');
    expect(new Set(values)).toEqual(new Set(['a', 'b', null]));
    expect(values).toHaveLength(3);
  }),
  testCase('distinct accepts a filter and a dotted path', async (world) => {
    const collection = await world.collection([
      { _id: 1, on: true, a: { b: 2 } },
      { _id: 2, on: true, a: [{ b: 1 }, { b: 2 }] },
      { _id: 3, on: false, a: { b: 9 } },
    ]);
    expect((await collection.distinct('a.b', { on: true })).sort()).toEqual([1, 2]);
  }),
  testCase('a missing collection is empty', async (world) => {
    const collection = world.db.collection(world.newName());
    expect(await collection.find().toArray()).toEqual([]);
    expect(await collection.distinct('a')).toEqual([]);
    expect(await collection.updateOne({}, { $set: { a: 1 } })).toMatchObject({ matchedCount: 0 });
    expect(await collection.deleteMany({})).toMatchObject({ deletedCount: 0 });
    expect(await collection.findOneAndDelete({})).toBeNull();
  }),
];

export const crudTopics: readonly Topic[] = [
  { topic: 'insert', cases: inserts },
  { topic: 'delete', cases: removes },
  { topic: 'update and replace', cases: replacements },
  { topic: 'count and distinct', cases: counting },
];
