import { expect } from '@jest/globals';
import type { Document } from 'mongodb';
import { type Case, type Doc, notOnFerretDb, testCase, type Topic } from './world.ts';

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
  return rows.map(([name, pipeline, wanted]) =>
    testCase(name, async (world) => {
      const collection = await world.collection(docs);
      expect(await collection.aggregate(pipeline).toArray()).toEqual(wanted);
    }),
  );
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
    '$set adds',
    [{ $match: { _id: 2 } }, { $set: { big: { $gt: ['$price', 15] }, 'o.p': 1 } }],
    [{ ...SALES[1], big: true, o: { p: 1 } }],
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
    '$match after $group',
    [{ $group: { _id: '$shop', n: { $sum: '$n' } } }, { $match: { n: { $gt: 2 } } }, byId],
    [
      { _id: 'a', n: 11 },
      { _id: 'c', n: 3 },
    ],
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
