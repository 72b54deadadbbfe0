import { expect } from '@jest/globals';
import type { Document } from 'mongodb';
import { notOnFerretDb, refusal } from './world.ts';
import type { Case, Doc, Topic, World } from './world.ts';

const SALES: readonly Doc[] = [
  { _id: 1, shop: 'a', n: 2 },
  { _id: 2, shop: 'b', n: 3 },
  { _id: 3, shop: 'a', n: 4 },
];
const perShop = { $group: { _id: '$shop', n: { $sum: '$n' } } };
const SHOPS: readonly Doc[] = [
  { _id: 'a', n: 6 },
  { _id: 'b', n: 3 },
];

/** The documents of a collection, ordered by `_id`. */
function stored(world: World, name: string, db = world.db): Promise<Document[]> {
  return db.collection<Doc>(name).find().sort({ _id: 1 }).toArray();
}

const replaces: Case[] = [
  {
    name: '$out creates its collection and returns no documents',
    async run(world) {
      const source = await world.collection(SALES);
      const target = world.newName();
      expect(await source.aggregate([perShop, { $out: target }]).toArray()).toEqual([]);
      expect(await stored(world, target)).toEqual(SHOPS);
      expect(await stored(world, source.collectionName)).toEqual(SALES);
    },
  },
  {
    name: '$out replaces all documents and keeps the indexes',
    async run(world) {
      const source = await world.collection(SALES);
      const target = await world.collection([{ _id: 'old', n: 1 }]);
      await target.createIndex({ n: 1 }, { unique: true, name: 'by_n' });
      await source.aggregate([perShop, { $out: target.collectionName }]).toArray();
      expect(await stored(world, target.collectionName)).toEqual(SHOPS);
      expect(await target.indexes()).toMatchObject([{ name: '_id_' }, { name: 'by_n', key: { n: 1 }, unique: true }]);
      expect(await refusal(target.insertOne({ _id: 'c', n: 6 }))).toMatchObject({ code: 11000 });
    },
  },
  {
    name: '$out without documents leaves an empty collection',
    async run(world) {
      const source = await world.collection(SALES);
      const target = await world.collection([{ _id: 'old' }]);
      await source.aggregate([{ $match: { n: 99 } }, { $out: target.collectionName }]).toArray();
      expect(await stored(world, target.collectionName)).toEqual([]);
    },
  },
  {
    name: '$out writes to another database',
    async run(world) {
      const source = await world.collection(SALES);
      const other = world.client.db(`${world.db.databaseName}_other`);
      const coll = world.newName();
      try {
        await source.aggregate([perShop, { $out: { db: other.databaseName, coll } }]).toArray();
        expect(await stored(world, coll, other)).toEqual(SHOPS);
        expect(await stored(world, coll)).toEqual([]);
      } finally {
        await other.dropDatabase();
      }
    },
  },
  {
    name: '$out adds a missing _id',
    async run(world) {
      const source = await world.collection(SALES);
      const target = world.newName();
      await source.aggregate([{ $project: { _id: 0, n: 1 } }, { $out: target }]).toArray();
      const docs = await stored(world, target);
      expect(docs.map(({ n }): unknown => n).sort()).toEqual([2, 3, 4]);
      expect(docs.every(({ _id }) => _id !== undefined && _id !== null)).toBe(true);
    },
  },
  {
    name: '$out with a batch size of 0 writes all documents',
    async run(world) {
      const source = await world.collection(SALES);
      const target = world.newName();
      await source.aggregate([perShop, { $out: target }], { batchSize: 0 }).toArray();
      expect(await stored(world, target)).toEqual(SHOPS);
    },
  },
  {
    name: 'a cursor that is open while $out replaces its collection returns no new document',
    async run(world) {
      const source = await world.collection(SALES.map((doc) => ({ ...doc, fresh: true })));
      const target = await world.collection(Array.from({ length: 6 }, (_, _id) => ({ _id })));
      const cursor = target.find().sort({ _id: 1 }).batchSize(2);
      const seen: Document[] = [await cursor.next(), await cursor.next()].filter((doc) => doc !== null);
      await source.aggregate([{ $out: target.collectionName }]).toArray();
      // Servers may close the cursor with an error or let it return the old documents.
      seen.push(...(await cursor.toArray().catch(() => [])));
      await cursor.close();
      expect(seen.length).toBeGreaterThanOrEqual(2);
      expect(seen.filter((doc) => 'fresh' in doc)).toEqual([]);
    },
  },
];

const refuses: Case[] = [
  {
    name: '$out before the last stage is refused and writes nothing',
    async run(world) {
      const source = await world.collection(SALES);
      const target = await world.collection([{ _id: 'old' }]);
      const $out = target.collectionName;
      const joined = { from: source.collectionName, as: 'found' };
      for (const pipeline of [
        [{ $out }, { $match: {} }],
        [{ $facet: { one: [{ $out }] } }],
        [{ $lookup: { ...joined, pipeline: [{ $out }] } }],
        [{ $unionWith: { coll: source.collectionName, pipeline: [{ $out }] } }],
      ])
        expect((await refusal(source.aggregate(pipeline).toArray())).message).toMatch(/\$out/);
      expect(await stored(world, $out)).toEqual([{ _id: 'old' }]);
    },
  },
  {
    name: '$out to an invalid target is refused',
    async run(world) {
      const source = await world.collection(SALES);
      for (const $out of [1, { coll: 'x', other: 1 }, { db: 1, coll: 'x' }])
        await refusal(source.aggregate([{ $out }]).toArray());
    },
  },
];

const ownSource = notOnFerretDb('it refuses to', [
  {
    name: '$out may replace the collection that it reads',
    async run(world) {
      const source = await world.collection(SALES);
      await source.aggregate([perShop, { $out: source.collectionName }]).toArray();
      expect(await stored(world, source.collectionName)).toEqual(SHOPS);
    },
  },
]);

const keepsTarget = notOnFerretDb('it answers with code 1', [
  {
    name: '$out does not change the collection if a document is refused',
    async run(world) {
      const source = await world.collection(SALES);
      const target = await world.collection([{ _id: 'old', shop: 'z' }]);
      await target.createIndex({ shop: 1 }, { unique: true });
      const error = await refusal(source.aggregate([{ $out: target.collectionName }]).toArray());
      expect(error.code).toBe(11000);
      expect(await stored(world, target.collectionName)).toEqual([{ _id: 'old', shop: 'z' }]);
      expect(await refusal(target.insertOne({ _id: 'new', shop: 'z' }))).toMatchObject({ code: 11000 });
    },
  },
]);

const explains = notOnFerretDb('it runs the pipeline up to $out', [
  {
    name: 'explaining $out writes nothing',
    async run(world) {
      const source = await world.collection(SALES);
      const target = await world.collection([{ _id: 'old' }]);
      const pipeline = [{ $out: target.collectionName }];
      await source.aggregate(pipeline).explain('queryPlanner');
      await refusal(source.aggregate(pipeline).explain('executionStats'));
      expect(await stored(world, target.collectionName)).toEqual([{ _id: 'old' }]);
    },
  },
]);

export const outTopics: readonly Topic[] = [
  { topic: '$out', cases: [...replaces, ...ownSource, ...refuses, ...keepsTarget, ...explains] },
];
