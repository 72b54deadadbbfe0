import { changes } from './updates.ts';
import type { Topic } from './world.ts';

const operators = changes([
  ['$push creates the array', {}, { $push: { a: 1 } }, { a: [1] }],
  ['$push appends, an array as one element', { a: [1] }, { $push: { a: [2, 3] } }, { a: [1, [2, 3]] }],
  ['$push $each appends each', { a: [1] }, { $push: { a: { $each: [2, 3] } } }, { a: [1, 2, 3] }],
  ['$push $slice keeps the first', { a: [1, 2] }, { $push: { a: { $each: [3], $slice: 2 } } }, { a: [1, 2] }],
  ['$push $slice keeps the last', { a: [1, 2] }, { $push: { a: { $each: [3], $slice: -2 } } }, { a: [2, 3] }],
  ['$push $slice 0 empties', { a: [1, 2] }, { $push: { a: { $each: [3], $slice: 0 } } }, { a: [] }],
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
]);

export const updateArrayTopics: readonly Topic[] = [{ topic: 'update operators on arrays', cases: operators }];
