import { expect } from '@jest/globals';
import { duplicateKeyFields, duplicateKeyPositions, saveForm, upsertAtLast } from '@earshot/service-kit';
import { type Case, type Doc, refusal, testCase, type Topic, type World } from './world.ts';

async function unique(world: World, docs: readonly Doc[]) {
  const collection = await world.collection(docs);
  await collection.createIndex({ userId: 1, nameKey: 1 }, { unique: true });
  await collection.createIndex({ first: 1 }, { unique: true, sparse: true });
  return collection;
}

const one = { _id: 1, userId: 'u', nameKey: 'a', first: true };

const duplicates: Case[] = [
  testCase('the errors of an insert and an update name the fields of the violated index', async (world) => {
    const collection = await unique(world, [one]);
    const same = collection.insertOne({ _id: 2, userId: 'u', nameKey: 'a' });
    expect(duplicateKeyFields(await refusal(same))).toEqual(['userId', 'nameKey']);
    const first = collection.insertOne({ _id: 2, userId: 'u', nameKey: 'b', first: true });
    expect(duplicateKeyFields(await refusal(first))).toEqual(['first']);
    expect(duplicateKeyFields(await refusal(collection.insertOne({ _id: 1 })))).toEqual(['_id']);
    await collection.insertOne({ _id: 2, userId: 'u', nameKey: 'b' });
    const renamed = collection.updateOne({ _id: 2 }, { $set: { nameKey: 'a' } });
    expect(duplicateKeyFields(await refusal(renamed))).toEqual(['userId', 'nameKey']);
  }),
  testCase('findOneAndUpdate distinguishes duplicate key errors from other errors', async (world) => {
    const collection = await unique(world, [one, { _id: 2, userId: 'u', nameKey: 'b' }]);
    const renamed = collection.findOneAndUpdate({ _id: 2 }, { $set: { nameKey: 'a' } });
    expect(duplicateKeyFields(await refusal(renamed))).not.toBeNull();
    const wrong = collection.findOneAndUpdate({ _id: 2 }, { $inc: { nameKey: 1 } });
    expect(duplicateKeyFields(await refusal(wrong))).toBeNull();
  }),
  testCase('the error of a bulk write gives the positions of duplicates', async (world) => {
    const collection = await unique(world, [one]);
    const docs = ['b', 'a', 'c'].map((nameKey, at) => ({ _id: at + 2, userId: 'u', nameKey }));
    const refused = await refusal(collection.insertMany(docs, { ordered: false }));
    expect(duplicateKeyPositions(refused)).toEqual([1]);
    expect(await collection.countDocuments()).toBe(3);
  }),
];

const races: Case[] = [
  testCase('50 concurrent first saves of a form create one document and all succeed', async (world) => {
    const collection = await unique(world, []);
    const mine = { userId: 'u', nameKey: 'form' };
    const save = (n: number) =>
      saveForm(
        { change: { n }, defaults: { d: 1 }, facts: { newId: `id${n}`, now: new Date(0) } },
        ({ $set, $setOnInsert }) =>
          collection.findOneAndUpdate(mine, { $set, $setOnInsert }, { upsert: true, returnDocument: 'after' }),
      );
    await Promise.all(Array.from({ length: 50 }, (_, n) => save(n)));
    expect(await collection.countDocuments()).toBe(1);
  }),
  testCase('50 concurrent upserts of one unique key all take effect', async (world) => {
    const collection = await unique(world, []);
    const count = () => collection.updateOne({ userId: 'u', nameKey: 'a' }, { $inc: { n: 1 } }, { upsert: true });
    await Promise.all(Array.from({ length: 50 }, () => upsertAtLast(count)));
    expect(await collection.find({}, { projection: { _id: 0, n: 1 } }).toArray()).toEqual([{ n: 50 }]);
  }),
];

export const refusedTopics: Topic[] = [
  { topic: 'duplicate key errors', cases: duplicates },
  { topic: 'concurrent first writes', cases: races },
];
