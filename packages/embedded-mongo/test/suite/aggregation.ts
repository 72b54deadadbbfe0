import { expect } from '@jest/globals';
import type { Document } from 'mongodb';
import { notOnFerretDb } from './world.ts';
import type { Case, Doc, Topic } from './world.ts';

type Row = readonly [name: string, pipeline: Document[], wanted: readonly Document[]];

export const SALES: readonly Doc[] = [
  { _id: 1, shop: 'a', n: 2, price: 10, at: new Date('2026-03-01T10:15:00Z'), tags: ['x', 'y'] },
  { _id: 2, shop: 'b', n: 1, price: 20, at: new Date('2026-03-01T23:30:00Z'), tags: ['y'] },
  { _id: 3, shop: 'a', n: 5, price: 4.5, at: new Date('2026-03-03T00:00:00Z'), tags: [] },
  { _id: 4, shop: 'c', n: 3, price: null, at: new Date('2026-03-29T12:00:00Z') },
  { _id: 5, shop: 'a', n: 4, price: 30, at: new Date('2026-04-02T12:00:00Z'), tags: ['x', null] },
];

/** One case per row: `pipeline` over `docs` returns `wanted` in this order. */
export function gives(docs: readonly Doc[], rows: readonly Row[]): Case[] {
  return rows.map(([name, pipeline, wanted]) => ({
    name,
    async run(world) {
      const collection = await world.collection(docs);
      expect(await collection.aggregate(pipeline).toArray()).toEqual(wanted);
    },
  }));
}

const byId = { $sort: { _id: 1 } };

const stages = gives(SALES, [
  [
    '$match and $sort and $limit',
    [{ $match: { shop: 'a' } }, { $sort: { n: -1 } }, { $limit: 2 }, { $project: { n: 1 } }],
    [
      { _id: 3, n: 5 },
      { _id: 5, n: 4 },
    ],
  ],
  ['$skip', [byId, { $skip: 3 }, { $project: { _id: 1 } }], [{ _id: 4 }, { _id: 5 }]],
  [
    '$limit before $sort takes effect first',
    [byId, { $limit: 2 }, { $sort: { _id: -1 } }, { $project: { _id: 1 } }],
    [{ _id: 2 }, { _id: 1 }],
  ],
  [
    '$project computes and drops',
    [{ $match: { _id: 1 } }, { $project: { _id: 0, total: { $multiply: ['$n', '$price'] } } }],
    [{ total: 20 }],
  ],
  [
    '$set adds, $unset removes',
    [{ $match: { _id: 2 } }, { $set: { big: { $gt: ['$price', 15] }, 'o.p': 1 } }, { $unset: ['tags', 'at'] }],
    [{ _id: 2, shop: 'b', n: 1, price: 20, big: true, o: { p: 1 } }],
  ],
  [
    '$addFields is $set',
    [{ $match: { _id: 2 } }, { $addFields: { k: '$shop' } }, { $project: { k: 1 } }],
    [{ _id: 2, k: 'b' }],
  ],
  ['$count', [{ $match: { n: { $gte: 3 } } }, { $count: 'many' }], [{ many: 3 }]],
  [
    '$unwind',
    [{ $match: { _id: { $in: [1, 3, 4] } } }, byId, { $unwind: '$tags' }, { $project: { tags: 1 } }],
    [
      { _id: 1, tags: 'x' },
      { _id: 1, tags: 'y' },
    ],
  ],
  [
    '$unwind keeps empty ones and counts',
    [
      { $match: { _id: { $lte: 4 } } },
      byId,
      { $unwind: { path: '$tags', preserveNullAndEmptyArrays: true, includeArrayIndex: 'i' } },
      { $project: { tags: 1, i: { $toString: '$i' } } },
    ],
    [
      { _id: 1, tags: 'x', i: '0' },
      { _id: 1, tags: 'y', i: '1' },
      { _id: 2, tags: 'y', i: '0' },
      { _id: 3, i: null },
      { _id: 4, i: null },
    ],
  ],
  [
    '$sortByCount',
    [{ $match: { _id: { $ne: 4 } } }, { $unwind: '$tags' }, { $match: { tags: 'y' } }, { $sortByCount: '$tags' }],
    [{ _id: 'y', count: 2 }],
  ],
  [
    '$sortByCount puts the frequent first',
    [{ $match: { shop: { $ne: 'c' } } }, { $sortByCount: '$shop' }],
    [
      { _id: 'a', count: 3 },
      { _id: 'b', count: 1 },
    ],
  ],
  [
    '$bucket',
    [
      {
        $bucket: {
          groupBy: '$n',
          boundaries: [0, 2, 4],
          default: 'more',
          output: { count: { $sum: 1 }, ids: { $push: '$_id' } },
        },
      },
    ],
    [
      { _id: 0, count: 1, ids: [2] },
      { _id: 2, count: 2, ids: [1, 4] },
      { _id: 'more', count: 2, ids: [3, 5] },
    ],
  ],
  [
    '$bucket counts by default',
    [{ $bucket: { groupBy: '$n', boundaries: [0, 3, 10] } }],
    [
      { _id: 0, count: 2 },
      { _id: 3, count: 3 },
    ],
  ],
  [
    '$facet answers several questions over the same input',
    [
      { $match: { shop: 'a' } },
      {
        $facet: {
          page: [{ $sort: { n: 1 } }, { $limit: 1 }, { $project: { n: 1 } }],
          total: [{ $count: 'n' }],
          none: [{ $match: { n: 99 } }],
        },
      },
    ],
    [{ page: [{ _id: 1, n: 2 }], total: [{ n: 3 }], none: [] }],
  ],
  [
    '$replaceRoot',
    [{ $match: { _id: 1 } }, { $replaceRoot: { newRoot: { s: '$shop', n: '$n' } } }],
    [{ s: 'a', n: 2 }],
  ],
  [
    '$replaceWith',
    [{ $match: { _id: 1 } }, { $replaceWith: { $mergeObjects: [{ n: 0, z: 1 }, { n: '$n' }] } }],
    [{ n: 2, z: 1 }],
  ],
  [
    '$match after $group',
    [{ $group: { _id: '$shop', n: { $sum: '$n' } } }, { $match: { n: { $gt: 2 } } }, byId],
    [
      { _id: 'a', n: 11 },
      { _id: 'c', n: 3 },
    ],
  ],
  [
    '$match with $expr',
    [{ $match: { $expr: { $gt: ['$price', '$n'] } } }, byId, { $project: { _id: 1 } }],
    [{ _id: 1 }, { _id: 2 }, { _id: 5 }],
  ],
  [
    '$project with a nested document',
    [{ $match: { _id: 1 } }, { $project: { _id: 0, o: { shop: '$shop', list: ['$n', '$price'] } } }],
    [{ o: { shop: 'a', list: [2, 10] } }],
  ],
]);

const countless = notOnFerretDb(
  'it gives a count of 0',
  gives(SALES, [['$count of nothing gives nothing', [{ $match: { n: 99 } }, { $count: 'many' }], []]]),
);

export const aggregationTopics: readonly Topic[] = [{ topic: 'aggregation stages', cases: [...stages, ...countless] }];
