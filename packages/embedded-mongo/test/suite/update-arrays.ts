import { expect } from '@jest/globals';
import { changes, refused } from './updates.ts';
import type { Case, Topic } from './world.ts';

const operators = changes([
  ['$push creates the array', {}, { $push: { a: 1 } }, { a: [1] }],
  ['$push appends, an array as one element', { a: [1] }, { $push: { a: [2, 3] } }, { a: [1, [2, 3]] }],
  ['$push $each appends each', { a: [1] }, { $push: { a: { $each: [2, 3] } } }, { a: [1, 2, 3] }],
  ['$push $position', { a: [1, 2] }, { $push: { a: { $each: [8, 9], $position: 0 } } }, { a: [8, 9, 1, 2] }],
  ['$push $position from the end', { a: [1, 2] }, { $push: { a: { $each: [9], $position: -1 } } }, { a: [1, 9, 2] }],
  ['$push $slice keeps the first', { a: [1, 2] }, { $push: { a: { $each: [3], $slice: 2 } } }, { a: [1, 2] }],
  ['$push $slice keeps the last', { a: [1, 2] }, { $push: { a: { $each: [3], $slice: -2 } } }, { a: [2, 3] }],
  ['$push $slice 0 empties', { a: [1, 2] }, { $push: { a: { $each: [3], $slice: 0 } } }, { a: [] }],
  ['$push $sort of values', { a: [3, 1] }, { $push: { a: { $each: [2], $sort: -1 } } }, { a: [3, 2, 1] }],
  [
    '$push $sort by a field, then $slice',
    {
      a: [
        { k: 'x', n: 3 },
        { k: 'y', n: 1 },
      ],
    },
    { $push: { a: { $each: [{ k: 'z', n: 2 }], $sort: { n: 1 }, $slice: 2 } } },
    {
      a: [
        { k: 'y', n: 1 },
        { k: 'z', n: 2 },
      ],
    },
  ],
  [
    '$push with an empty $each and $slice shortens the array',
    { a: [1, 2, 3] },
    { $push: { a: { $each: [], $slice: -1 } } },
    { a: [3] },
  ],
  ['$push by a dotted path', { o: { a: [1] } }, { $push: { 'o.a': 2 } }, { o: { a: [1, 2] } }],
  ['$addToSet adds a new value', { a: [1] }, { $addToSet: { a: 2 } }, { a: [1, 2] }],
  ['$addToSet adds no equal number of another type', { a: [1] }, { $addToSet: { a: 1 } }, { a: [1] }],
  ['$addToSet creates the array', {}, { $addToSet: { a: 1 } }, { a: [1] }],
  ['$addToSet $each', { a: [1, 2] }, { $addToSet: { a: { $each: [2, 3, 3] } } }, { a: [1, 2, 3] }],
  [
    '$addToSet distinguishes documents by the order of keys',
    { a: [{ x: 1, y: 2 }] },
    { $addToSet: { a: { y: 2, x: 1 } } },
    {
      a: [
        { x: 1, y: 2 },
        { y: 2, x: 1 },
      ],
    },
  ],
  [
    '$addToSet of an equal document',
    { a: [{ x: 1, y: [2] }] },
    { $addToSet: { a: { x: 1, y: [2] } } },
    { a: [{ x: 1, y: [2] }] },
  ],
  ['$pop takes the last', { a: [1, 2, 3] }, { $pop: { a: 1 } }, { a: [1, 2] }],
  ['$pop takes the first', { a: [1, 2, 3] }, { $pop: { a: -1 } }, { a: [2, 3] }],
  ['$pop from an empty array', { a: [] }, { $pop: { a: 1 } }, { a: [] }],
  ['$pull removes every equal value', { a: [1, 2, 1] }, { $pull: { a: 1 } }, { a: [2] }],
  ['$pull by a condition', { a: [1, 5, 9] }, { $pull: { a: { $gte: 5 } } }, { a: [1] }],
  ['$pull with $in', { a: [1, 5, 9] }, { $pull: { a: { $in: [1, 9] } } }, { a: [5] }],
  [
    '$pull of documents that hold the fields',
    {
      a: [
        { k: 1, n: 1 },
        { k: 2, n: 1 },
      ],
    },
    { $pull: { a: { k: 1 } } },
    { a: [{ k: 2, n: 1 }] },
  ],
  [
    '$pull of documents by a condition',
    { a: [{ n: 1 }, { n: 5 }] },
    { $pull: { a: { n: { $gt: 2 } } } },
    { a: [{ n: 1 }] },
  ],
  ['$pull from a missing field does nothing', { b: 1 }, { $pull: { a: 1 } }, { b: 1 }],
  ['$pullAll removes every listed value', { a: [1, 2, 3, 1] }, { $pullAll: { a: [1, 3] } }, { a: [2] }],
  [
    '$[] reaches every element',
    { a: [{ n: 1 }, { n: 2 }] },
    { $inc: { 'a.$[].n': 10 } },
    { a: [{ n: 11 }, { n: 12 }] },
  ],
  ['$[] reaches nested arrays', { a: [[1], [2, 3]] }, { $inc: { 'a.$[].$[]': 1 } }, { a: [[2], [3, 4]] }],
  [
    '$[x] reaches the elements that its filter matches',
    { a: [1, 5, 9] },
    { $set: { 'a.$[x]': 0 } },
    { a: [1, 0, 0] },
    { arrayFilters: [{ x: { $gte: 5 } }] },
  ],
  [
    '$[x] by fields of elements',
    {
      a: [
        { k: 'p', n: 1 },
        { k: 'q', n: 1 },
      ],
    },
    { $set: { 'a.$[x].n': 7 } },
    {
      a: [
        { k: 'p', n: 1 },
        { k: 'q', n: 7 },
      ],
    },
    { arrayFilters: [{ 'x.k': 'q' }] },
  ],
  [
    'two array filters on two levels',
    {
      a: [
        { k: 1, b: [1, 2] },
        { k: 2, b: [1, 2] },
      ],
    },
    { $set: { 'a.$[x].b.$[y]': 0 } },
    {
      a: [
        { k: 1, b: [1, 2] },
        { k: 2, b: [1, 0] },
      ],
    },
    { arrayFilters: [{ 'x.k': 2 }, { y: { $gt: 1 } }] },
  ],
  [
    'an array filter without matches changes nothing',
    { a: [1] },
    { $set: { 'a.$[x]': 0 } },
    { a: [1] },
    { arrayFilters: [{ x: 5 }] },
  ],
  [
    'an array filter with $or',
    { a: [1, 2, 3] },
    { $unset: { 'a.$[x]': '' } },
    { a: [null, 2, null] },
    { arrayFilters: [{ $or: [{ x: 1 }, { x: 3 }] }] },
  ],
]);

const byPosition = [
  ...changes(
    [['$ reaches the element that the filter found', { a: [3, 5, 5] }, { $set: { 'a.$': 9 } }, { a: [3, 9, 5] }]],
    { a: 5 },
  ),
  ...changes(
    [
      [
        '$ works with $elemMatch',
        {
          a: [
            { k: 1, n: 1 },
            { k: 1, n: 5 },
          ],
        },
        { $inc: { 'a.$.n': 1 } },
        {
          a: [
            { k: 1, n: 1 },
            { k: 1, n: 6 },
          ],
        },
      ],
      [
        '$ removes a field of the element',
        {
          a: [
            { k: 1, n: 1 },
            { k: 1, n: 5 },
          ],
        },
        { $unset: { 'a.$.k': '' } },
        { a: [{ k: 1, n: 1 }, { n: 5 }] },
      ],
    ],
    { a: { $elemMatch: { k: 1, n: 5 } } },
  ),
  ...changes(
    [
      [
        '$ works by a dotted path',
        { a: [{ k: 1 }, { k: 2 }] },
        { $set: { 'a.$.hit': true } },
        { a: [{ k: 1 }, { k: 2, hit: true }] },
      ],
    ],
    { 'a.k': 2 },
  ),
];

const wrong = refused({ a: [1, 2], n: 1 }, [
  ['$ without an array in the filter', { $set: { 'a.$': 1 } }, 2],
  ['$[] on a value that is not an array', { $set: { 'n.$[]': 1 } }, /array|path|create the field/i],
  ['$[x] without its filter', { $set: { 'a.$[x]': 1 } }, 2],
  ['an array filter that no path uses', { $set: { n: 1 } }, 9, { arrayFilters: [{ x: 1 }] }],
  ['two filters of one name', { $set: { 'a.$[x]': 1 } }, 9, { arrayFilters: [{ x: 1 }, { x: 2 }] }],
  ['an array filter together with a pipeline', [{ $set: { n: 2 } }], /arrayFilters/, { arrayFilters: [{ x: 1 }] }],
]);

const each: Case[] = [
  {
    name: '$ in updateMany uses the position in each document',
    async run(world) {
      const collection = await world.collection([
        { _id: 1, a: [1, 2] },
        { _id: 2, a: [2, 1] },
      ]);
      await collection.updateMany({ a: 2 }, { $set: { 'a.$': 0 } });
      expect(await collection.find().sort({ _id: 1 }).toArray()).toEqual([
        { _id: 1, a: [1, 0] },
        { _id: 2, a: [0, 1] },
      ]);
    },
  },
];

export const updateArrayTopics: readonly Topic[] = [
  { topic: 'update operators on arrays', cases: operators },
  { topic: 'the positional operator', cases: [...byPosition, ...each] },
  { topic: 'refused updates of arrays', cases: wrong },
];
