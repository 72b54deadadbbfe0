import { expect } from '@jest/globals';
import { ObjectId } from 'mongodb';
import { type Case, type Doc, refusal, testCase, type Topic } from './world.ts';

const THREE: readonly Doc[] = [
  { _id: 1, g: 'x', n: 3 },
  { _id: 2, g: 'x', n: 1 },
  { _id: 3, g: 'y', n: 2 },
];

const updates: Case[] = [
  testCase('findOneAndUpdate returns the document before the update', async (world) => {
    const collection = await world.collection(THREE);
    expect(await collection.findOneAndUpdate({ _id: 1 }, { $inc: { n: 1 } })).toEqual({ _id: 1, g: 'x', n: 3 });
    expect(await collection.findOne({ _id: 1 })).toEqual({ _id: 1, g: 'x', n: 4 });
  }),
  testCase('findOneAndUpdate returns the document after the update', async (world) => {
    const collection = await world.collection(THREE);
    const options = { returnDocument: 'after' } as const;
    expect(await collection.findOneAndUpdate({ _id: 1 }, { $inc: { n: 1 } }, options)).toEqual({
      _id: 1,
      g: 'x',
      n: 4,
    });
  }),
  testCase('findOneAndUpdate updates only the first document of its sort', async (world) => {
    const collection = await world.collection(THREE);
    const doc = await collection.findOneAndUpdate({ g: 'x' }, { $set: { hit: 1 } }, { sort: { n: 1 } });
    expect(doc?._id).toBe(2);
    expect(await collection.countDocuments({ hit: 1 })).toBe(1);
  }),
  testCase('findOneAndUpdate projects the document before and after the update', async (world) => {
    const collection = await world.collection(THREE);
    const projection = { n: 1, _id: 0 };
    expect(await collection.findOneAndUpdate({ _id: 1 }, { $inc: { n: 1 } }, { projection })).toEqual({ n: 3 });
    const after = { projection, returnDocument: 'after' } as const;
    expect(await collection.findOneAndUpdate({ _id: 1 }, { $inc: { n: 1 } }, after)).toEqual({ n: 5 });
  }),
  testCase('findOneAndUpdate returns null if nothing matches', async (world) => {
    const collection = await world.collection(THREE);
    expect(await collection.findOneAndUpdate({ _id: 9 }, { $inc: { n: 1 } })).toBeNull();
    expect(await collection.countDocuments()).toBe(3);
  }),
  testCase('findOneAndUpdate upserts and returns null or the new document', async (world) => {
    const collection = await world.collection();
    const update = { $set: { a: 1 }, $setOnInsert: { b: 2 } };
    expect(await collection.findOneAndUpdate({ _id: 1 }, update, { upsert: true })).toBeNull();
    const after = { upsert: true, returnDocument: 'after' } as const;
    expect(await collection.findOneAndUpdate({ _id: 2 }, update, after)).toEqual({ _id: 2, a: 1, b: 2 });
    expect(await collection.countDocuments()).toBe(2);
  }),
  testCase('findOneAndUpdate metadata distinguishes an update from an insert', async (world) => {
    const collection = await world.collection(THREE);
    const options = { upsert: true, includeResultMetadata: true, returnDocument: 'after' } as const;
    const changed = await collection.findOneAndUpdate({ _id: 1 }, { $set: { g: 'z' } }, options);
    expect(changed).toMatchObject({
      ok: 1,
      value: { _id: 1, g: 'z' },
      lastErrorObject: { n: 1, updatedExisting: true },
    });
    const inserted = await collection.findOneAndUpdate({ g: 'new' }, { $set: { n: 1 } }, options);
    expect(inserted.lastErrorObject).toMatchObject({ n: 1, updatedExisting: false });
    expect(inserted.lastErrorObject?.['upserted']).toBeInstanceOf(ObjectId);
    const missed = await collection.findOneAndUpdate({ _id: 99 }, { $set: { n: 1 } }, { includeResultMetadata: true });
    expect(missed).toMatchObject({ value: null, lastErrorObject: { n: 0, updatedExisting: false } });
  }),
  testCase('findOneAndUpdate accepts a pipeline', async (world) => {
    const collection = await world.collection(THREE);
    const pipeline = [{ $set: { n: { $max: ['$n', 30] } } }];
    const doc = await collection.findOneAndUpdate({ _id: 1 }, pipeline, { returnDocument: 'after' });
    expect(doc?.['n']).toBe(30);
  }),
];

const others: Case[] = [
  testCase('findOneAndDelete removes and returns the first document of its sort', async (world) => {
    const collection = await world.collection(THREE);
    const first = await collection.findOneAndDelete({ g: 'x' }, { sort: { n: -1 }, projection: { n: 1 } });
    expect(first).toEqual({ _id: 1, n: 3 });
    expect(await collection.findOneAndDelete({ g: 'z' })).toBeNull();
    expect(await collection.countDocuments()).toBe(2);
  }),
  testCase('findOneAndReplace returns the old or new document and keeps the _id', async (world) => {
    const collection = await world.collection(THREE);
    expect(await collection.findOneAndReplace({ _id: 1 }, { v: 1 })).toEqual({ _id: 1, g: 'x', n: 3 });
    expect(await collection.findOneAndReplace({ _id: 1 }, { v: 2 }, { returnDocument: 'after' })).toEqual({
      _id: 1,
      v: 2,
    });
  }),
  testCase('findOneAndReplace upserts', async (world) => {
    const collection = await world.collection();
    const options = { upsert: true, returnDocument: 'after' } as const;
    expect(await collection.findOneAndReplace({ _id: 5 }, { v: 2 }, options)).toEqual({ _id: 5, v: 2 });
  }),
  testCase(
    'findOneAndUpdate that violates a unique index is refused with code 11000 and changes nothing',
    async (world) => {
      const collection = await world.collection(THREE);
      await collection.createIndex({ n: 1 }, { unique: true });
      expect(await refusal(collection.findOneAndUpdate({ _id: 1 }, { $set: { n: 2 } }))).toMatchObject({ code: 11000 });
      expect(await refusal(collection.findOneAndReplace({ _id: 1 }, { n: 1 }))).toMatchObject({ code: 11000 });
      expect(await collection.findOne({ _id: 1 })).toEqual(THREE[0]);
    },
    { notOn: ['ferretdb'], because: 'findAndModify returns code 1 for a duplicate key' },
  ),
  testCase(
    'the duplicate key error of findOneAndUpdate names key and value',
    async (world) => {
      const collection = await world.collection(THREE);
      await collection.createIndex({ n: 1 }, { unique: true });
      const error = await refusal(collection.findOneAndUpdate({ _id: 1 }, { $set: { n: 2 } }));
      expect(error).toMatchObject({ keyPattern: { n: 1 }, keyValue: { n: 2 } });
    },
    { notOn: ['ferretdb'], because: 'it returns the code without keyPattern and keyValue' },
  ),
  testCase('remove together with an update is refused', async (world) => {
    const collection = await world.collection(THREE);
    const command = { findAndModify: collection.collectionName, query: { _id: 1 }, remove: true };
    await refusal(world.db.command({ ...command, update: { $set: { n: 1 } } }));
    await refusal(world.db.command({ ...command, new: true }));
    expect(await collection.countDocuments()).toBe(3);
  }),
  testCase('a command without remove and update is refused', async (world) => {
    const collection = await world.collection(THREE);
    await refusal(world.db.command({ findAndModify: collection.collectionName, query: { _id: 1 } }));
  }),
];

export const findAndModifyTopics: readonly Topic[] = [
  { topic: 'findOneAndUpdate', cases: updates },
  { topic: 'findOneAndDelete and findOneAndReplace', cases: others },
];
