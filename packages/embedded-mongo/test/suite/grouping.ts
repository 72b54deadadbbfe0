import { expect } from '@jest/globals';
import type { Document } from 'mongodb';
import { gives, SALES } from './aggregation.ts';
import { type Case, type Doc, notOnFerretDb, testCase, type Topic } from './world.ts';

const byId = { $sort: { _id: 1 } };
const byV = [{ $group: { _id: '$v', n: { $sum: 1 } } }];

const grouping = gives(SALES, [
  ['$group without a key', [{ $group: { _id: null, n: { $sum: 1 } } }], [{ _id: null, n: 5 }]],
  [
    '$sum ignores values that are not numbers',
    [{ $group: { _id: null, sum: { $sum: '$price' } } }],
    [{ _id: null, sum: 64.5 }],
  ],
  [
    '$avg ignores values that are not numbers',
    [{ $group: { _id: null, avg: { $avg: '$price' } } }],
    [{ _id: null, avg: 16.125 }],
  ],
  [
    '$avg without numbers is null',
    [{ $match: { _id: 4 } }, { $group: { _id: null, avg: { $avg: '$price' } } }],
    [{ _id: null, avg: null }],
  ],
  [
    '$min and $max leave out null',
    [{ $group: { _id: null, low: { $min: '$price' }, high: { $max: '$price' } } }],
    [{ _id: null, low: 4.5, high: 30 }],
  ],
  [
    '$sum of a condition',
    [{ $group: { _id: null, many: { $sum: { $cond: [{ $gte: ['$n', 3] }, 1, 0] } } } }],
    [{ _id: null, many: 3 }],
  ],
  [
    '$group by a document',
    [
      { $group: { _id: { shop: '$shop', big: { $gt: ['$n', 2] } }, n: { $sum: 1 } } },
      { $sort: { '_id.shop': 1, '_id.big': 1 } },
    ],
    [
      { _id: { shop: 'a', big: false }, n: 1 },
      { _id: { shop: 'a', big: true }, n: 2 },
      { _id: { shop: 'b', big: false }, n: 1 },
      { _id: { shop: 'c', big: true }, n: 1 },
    ],
  ],
  [
    '$group puts missing and null values into one group',
    [{ $project: { v: { $cond: [{ $eq: ['$_id', 1] }, '$$REMOVE', '$price'] } } }, { $match: { v: null } }, ...byV],
    [{ _id: null, n: 2 }],
  ],
  [
    '$group by a missing field groups by null',
    [{ $group: { _id: '$nothing', n: { $sum: 1 } } }],
    [{ _id: null, n: 5 }],
  ],
]);

const MIXED: readonly Doc[] = [
  { _id: 1, user: 'a', v: 2, at: new Date(5) },
  { _id: 2, user: 'a', v: 2.5, at: new Date(-5) },
  { _id: 3, user: 'a', v: null },
  { _id: 4, user: 'b', v: 'text', at: new Date(7) },
  { _id: 5, user: 'b' },
  { _id: 6, v: 3, at: null },
];

const figures = {
  n: { $sum: 1 },
  sum: { $sum: '$v' },
  average: { $avg: '$v' },
  first: { $min: '$at' },
  last: { $max: '$at' },
};

const TENTHS: readonly Doc[] = Array.from({ length: 10 }, (_, _id) => ({ _id, v: 0.1 }));

const fractions = notOnFerretDb(
  'it rounds after each step',
  gives(TENTHS, [
    [
      '$sum and $avg do not accumulate rounding errors',
      [{ $group: { _id: null, sum: { $sum: '$v' }, average: { $avg: '$v' } } }],
      [{ _id: null, sum: 1, average: 0.1 }],
    ],
  ]),
);

const OVER_INDEX: readonly (readonly [name: string, pipeline: Document[]])[] = [
  ['by a field', [{ $group: { _id: '$user', ...figures } }]],
  ['of matching documents', [{ $match: { user: 'a' } }, { $group: { _id: '$v', ...figures } }]],
  ['without a key', [{ $match: { user: { $in: ['a', 'b'] } } }, { $group: { _id: null, ...figures } }]],
  ['of no documents', [{ $match: { user: 'nobody' } }, { $group: { _id: null, ...figures } }]],
  ['without figures', [{ $group: { _id: '$at' } }]],
];

const overIndex: Case[] = OVER_INDEX.map(([name, pipeline]) =>
  testCase(`$group ${name} gives the same with an index as without`, async (world) => {
    const collection = await world.collection(MIXED);
    const ask = () => collection.aggregate([...pipeline, byId], { promoteValues: false }).toArray();
    const before = await ask();
    await collection.createIndex({ user: 1, v: 1, at: 1 });
    expect(await ask()).toEqual(before);
  }),
);

export const groupingTopics: readonly Topic[] = [
  { topic: 'grouping', cases: [...grouping, ...fractions, ...overIndex] },
];
