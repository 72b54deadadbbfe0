import { expect } from '@jest/globals';
import type { Collection } from 'mongodb';
import type { Case, Topic, World } from './world.ts';

interface NullId {
  _id: null;
  n?: number;
}

/** A new collection through a client that sends a null `_id`. By default the driver replaces it with an ObjectId. */
function nullIds(world: World): Collection<NullId> {
  return world.client.db(world.db.databaseName, { forceServerObjectId: true }).collection<NullId>(world.newName());
}

const inserts: readonly (readonly [name: string, run: (collection: Collection<NullId>) => Promise<unknown>])[] = [
  ['insertOne', (collection) => collection.insertOne({ _id: null })],
  ['insertMany', (collection) => collection.insertMany([{ _id: null }])],
  ['bulkWrite', (collection) => collection.bulkWrite([{ insertOne: { document: { _id: null } } }])],
  ['an upsert', (collection) => collection.updateOne({ _id: null }, { $set: { n: 1 } }, { upsert: true })],
  ['a replacing upsert', (collection) => collection.replaceOne({ _id: null }, { n: 1 }, { upsert: true })],
];

const cases: Case[] = [
  ...inserts.map(([name, insert]) => ({
    name: `${name} stores a null _id`,
    async run(world: World) {
      const collection = nullIds(world);
      await insert(collection);
      expect(await collection.countDocuments({ _id: { $type: 'null' } })).toBe(1);
      expect(await collection.findOne({ _id: null })).toMatchObject({ _id: null });
    },
  })),
  {
    name: 'a second null _id is refused with code 11000',
    async run(world) {
      const collection = nullIds(world);
      await collection.insertOne({ _id: null });
      await expect(collection.insertOne({ _id: null, n: 2 })).rejects.toMatchObject({ code: 11000 });
      expect(await collection.find().toArray()).toEqual([{ _id: null }]);
    },
  },
  {
    name: 'a document can be updated and deleted by its null _id',
    async run(world) {
      const collection = nullIds(world);
      await collection.insertOne({ _id: null });
      await collection.updateOne({ _id: null }, { $set: { n: 2 } });
      expect(await collection.find().toArray()).toEqual([{ _id: null, n: 2 }]);
      expect(await collection.deleteOne({ _id: null })).toMatchObject({ deletedCount: 1 });
    },
  },
];

export const nullIdTopics: readonly Topic[] = [{ topic: 'a null _id', cases }];
