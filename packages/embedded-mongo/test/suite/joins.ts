import { expect } from '@jest/globals';
import { refusal, valuesOf } from './world.ts';
import type { Case, Doc, Topic } from './world.ts';

const ITEMS: readonly Doc[] = [
  { _id: 'x', name: 'X', stock: 3 },
  { _id: 'y', name: 'Y', stock: 0 },
];

const lookups: Case[] = [
  {
    name: '$lookup joins by equality, arrays by each element',
    async run(world) {
      const items = await world.collection(ITEMS);
      const orders = await world.collection([
        { _id: 1, item: 'x' },
        { _id: 2, item: ['x', 'y'] },
        { _id: 3, item: 'none' },
      ]);
      const joined = { from: items.collectionName, localField: 'item', foreignField: '_id', as: 'found' };
      const found = await orders
        .aggregate([{ $lookup: joined }, { $sort: { _id: 1 } }, { $project: { 'found._id': 1 } }])
        .toArray();
      expect(found).toEqual([
        { _id: 1, found: [{ _id: 'x' }] },
        { _id: 2, found: [{ _id: 'x' }, { _id: 'y' }] },
        { _id: 3, found: [] },
      ]);
    },
  },
  {
    name: '$lookup by a missing field joins missing and null fields',
    async run(world) {
      const other = await world.collection([{ _id: 1, k: null }, { _id: 2 }, { _id: 3, k: 1 }]);
      const mine = await world.collection([{ _id: 9 }]);
      const joined = { from: other.collectionName, localField: 'k', foreignField: 'k', as: 'found' };
      const [found] = await mine.aggregate([{ $lookup: joined }]).toArray();
      expect(found?.['found']).toHaveLength(2);
    },
  },
  {
    name: '$lookup with a pipeline and variables',
    async run(world) {
      const items = await world.collection(ITEMS);
      const orders = await world.collection([
        { _id: 1, item: 'x', n: 2 },
        { _id: 2, item: 'x', n: 5 },
      ]);
      const pipeline = [
        { $match: { $expr: { $and: [{ $eq: ['$_id', '$$wanted'] }, { $gte: ['$stock', '$$n'] }] } } },
        { $project: { _id: 0, name: 1 } },
      ];
      const joined = { from: items.collectionName, let: { wanted: '$item', n: '$n' }, pipeline, as: 'found' };
      const found = await orders.aggregate([{ $lookup: joined }, { $sort: { _id: 1 } }]).toArray();
      expect(valuesOf(found, 'found')).toEqual([[{ name: 'X' }], []]);
    },
  },
  {
    name: '$lookup by equality and a pipeline together',
    async run(world) {
      const items = await world.collection(ITEMS);
      const orders = await world.collection([{ _id: 1, item: ['x', 'y'] }]);
      const pipeline = [{ $match: { stock: { $gt: 0 } } }];
      const joined = { from: items.collectionName, localField: 'item', foreignField: '_id', pipeline, as: 'found' };
      const [found] = await orders.aggregate([{ $lookup: joined }]).toArray();
      expect(found?.['found']).toEqual([ITEMS[0]]);
    },
  },
  {
    name: '$lookup from a missing collection joins nothing',
    async run(world) {
      const mine = await world.collection([{ _id: 1, k: 1 }]);
      const joined = { from: world.newName(), localField: 'k', foreignField: 'k', as: 'found' };
      expect(await mine.aggregate([{ $lookup: joined }]).toArray()).toEqual([{ _id: 1, k: 1, found: [] }]);
    },
  },
];

const merges: Case[] = [
  {
    name: '$merge replaces documents that match by fields and inserts all others',
    async run(world) {
      const target = await world.collection([{ _id: 'a', n: 1, kept: true }]);
      const source = await world.collection([
        { _id: 1, g: 'a', n: 5 },
        { _id: 2, g: 'a', n: 6 },
        { _id: 3, g: 'b', n: 7 },
      ]);
      const group = { $group: { _id: '$g', n: { $sum: '$n' } } };
      expect(await source.aggregate([group, { $merge: { into: target.collectionName } }]).toArray()).toEqual([]);
      expect(await target.find().sort({ _id: 1 }).toArray()).toEqual([
        { _id: 'a', n: 11, kept: true },
        { _id: 'b', n: 7 },
      ]);
    },
  },
  {
    name: '$merge can replace matching documents and discard new ones',
    async run(world) {
      const target = await world.collection([{ _id: 1, old: true }]);
      const source = await world.collection([
        { _id: 1, n: 1 },
        { _id: 2, n: 2 },
      ]);
      const into = target.collectionName;
      await source.aggregate([{ $merge: { into, whenMatched: 'replace', whenNotMatched: 'discard' } }]).toArray();
      expect(await target.find().toArray()).toEqual([{ _id: 1, n: 1 }]);
    },
  },
  {
    name: '$merge can keep existing documents',
    async run(world) {
      const target = await world.collection([{ _id: 1, old: true }]);
      const source = await world.collection([
        { _id: 1, n: 1 },
        { _id: 2, n: 2 },
      ]);
      await source.aggregate([{ $merge: { into: target.collectionName, whenMatched: 'keepExisting' } }]).toArray();
      expect(await target.find().sort({ _id: 1 }).toArray()).toEqual([
        { _id: 1, old: true },
        { _id: 2, n: 2 },
      ]);
    },
  },
  {
    name: '$merge creates its collection',
    async run(world) {
      const source = await world.collection([{ _id: 1, n: 1 }]);
      const into = world.newName();
      await source.aggregate([{ $set: { m: 2 } }, { $merge: into }]).toArray();
      expect(await world.db.collection<Doc>(into).find().toArray()).toEqual([{ _id: 1, n: 1, m: 2 }]);
    },
  },
  {
    name: '$merge on fields requires a unique index over them',
    async run(world) {
      const target = await world.collection([{ _id: 1, k: 'a', n: 1 }]);
      const source = await world.collection([{ _id: 5, k: 'a', n: 2 }]);
      const merge = { $merge: { into: target.collectionName, on: 'k' } };
      const work = () => source.aggregate([{ $project: { _id: 0 } }, merge]).toArray();
      await refusal(work());
      await target.createIndex({ k: 1 }, { unique: true });
      await work();
      expect(await target.find().toArray()).toEqual([{ _id: 1, k: 'a', n: 2 }]);
    },
  },
  {
    name: '$merge before the last stage is refused',
    async run(world) {
      const source = await world.collection([{ _id: 1 }]);
      const error = await refusal(source.aggregate([{ $merge: world.newName() }, { $match: {} }]).toArray());
      expect(error.message).toMatch(/\$merge/);
    },
  },
];

export const joinTopics: readonly Topic[] = [
  { topic: '$lookup', cases: lookups },
  { topic: '$merge', cases: merges },
];
