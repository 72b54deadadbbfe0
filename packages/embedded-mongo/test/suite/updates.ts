import { expect } from '@jest/globals';
import { BSON, type Document, Double, Long, type UpdateOptions } from 'mongodb';
import { type Case, notOnFerretDb, refusal, testCase, type Topic } from './world.ts';

type Update = Document | Document[];
type Row = readonly [name: string, before: Document, update: Update, after: Document, options?: UpdateOptions];
type Wrong = readonly [name: string, update: Update, pattern: RegExp | number, options?: UpdateOptions];

const exact = (bytes: Uint8Array): string =>
  BSON.EJSON.stringify(BSON.deserialize(bytes, { promoteValues: false, bsonRegExp: true }), { relaxed: false });

/** One case per row: `update` changes the document `before` to `after`, including number types and key order. */
export function changes(rows: readonly Row[], filter: Document = { _id: 1 }): Case[] {
  return rows.map(([name, before, update, after, options]) =>
    testCase(name, async (world) => {
      const collection = await world.collection([{ _id: 1, ...before }]);
      expect(await collection.updateOne(filter, update, options ?? {})).toMatchObject({ matchedCount: 1 });
      const [bytes] = await world.db.collection(collection.collectionName).find({}, { raw: true }).toArray();
      expect(exact(Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0))).toEqual(
        exact(BSON.serialize({ _id: 1, ...after })),
      );
    }),
  );
}

/** One case per row: `update` of `before` is refused with a message or code and changes nothing. */
function refused(before: Document, rows: readonly Wrong[], filter: Document = { _id: 1 }): Case[] {
  return rows.map(([name, update, pattern, options]) =>
    testCase(`${name} is refused`, async (world) => {
      const collection = await world.collection([{ _id: 1, ...before }]);
      const error = await refusal(collection.updateOne(filter, update, options ?? {}));
      if (typeof pattern === 'number') expect(error.code).toBe(pattern);
      else expect(error.message).toMatch(pattern);
      expect(await collection.findOne()).toEqual({ _id: 1, ...before });
    }),
  );
}

const fields = changes([
  ['$set changes in place and adds at the end', { a: 1, b: 2 }, { $set: { a: 3, c: 4 } }, { a: 3, b: 2, c: 4 }],
  ['$set creates the parents of a dotted path', {}, { $set: { 'a.b.c': 1 } }, { a: { b: { c: 1 } } }],
  ['$set by a position in an array', { a: [1, 2] }, { $set: { 'a.1': 9 } }, { a: [1, 9] }],
  ['$set beyond the end of an array fills with null', { a: [1] }, { $set: { 'a.3': 9 } }, { a: [1, null, null, 9] }],
  ['$set by a number creates a document if there is no array', {}, { $set: { 'a.0': 1 } }, { a: { 0: 1 } }],
  ['$set may change the type', { a: 1 }, { $set: { a: { b: [] } } }, { a: { b: [] } }],
  ['an empty $set changes nothing', { a: 1 }, { $set: {} }, { a: 1 }],
  ['$set to null is not $unset', { a: 1 }, { $set: { a: null } }, { a: null }],
  ['$unset removes', { a: 1, b: { c: 1, d: 2 } }, { $unset: { a: '', 'b.c': '' } }, { b: { d: 2 } }],
  ['$unset of a missing field does nothing', { a: 1 }, { $unset: { b: '', 'c.d': '' } }, { a: 1 }],
  ['$unset of an element leaves null', { a: [1, 2, 3] }, { $unset: { 'a.1': '' } }, { a: [1, null, 3] }],
  ['$inc adds, and sets a missing field', { a: 1 }, { $inc: { a: 2, 'b.c': 5 } }, { a: 3, b: { c: 5 } }],
  [
    '$inc of int by int beyond 32 bits gives a long',
    { a: 2147483647 },
    { $inc: { a: 1 } },
    { a: Long.fromString('2147483648') },
  ],
  ['$inc of int by double gives a double', { a: 1 }, { $inc: { a: 1.5 } }, { a: 2.5 }],
  ['$inc of double by int stays a double', { a: new Double(1) }, { $inc: { a: 1 } }, { a: new Double(2) }],
  ['$inc of long by int stays a long', { a: Long.fromNumber(1) }, { $inc: { a: 1 } }, { a: Long.fromNumber(2) }],
  [
    '$inc of a large long is exact',
    { a: Long.fromString('9007199254740993') },
    { $inc: { a: 2 } },
    { a: Long.fromString('9007199254740995') },
  ],
  [
    '$min keeps the smaller value and sets a missing field',
    { a: 5, b: 5 },
    { $min: { a: 3, b: 7, c: 1 } },
    { a: 3, b: 5, c: 1 },
  ],
  [
    '$max keeps the greater value and sets a missing field',
    { a: 5, b: 5 },
    { $max: { a: 3, b: 7, c: 1 } },
    { a: 5, b: 7, c: 1 },
  ],
  ['$max compares across types by BSON order', { a: 5, b: 'x' }, { $max: { a: 'text', b: 9 } }, { a: 'text', b: 'x' }],
  ['$min compares dates', { a: new Date(9) }, { $min: { a: new Date(3) } }, { a: new Date(3) }],
  ['$setOnInsert does not change an existing document', { a: 1 }, { $set: { a: 2 }, $setOnInsert: { b: 1 } }, { a: 2 }],
  [
    'several operators work together',
    { a: 1, b: 1, c: [1] },
    { $set: { d: 1 }, $inc: { a: 1 }, $unset: { b: '' }, $push: { c: 2 } },
    { a: 2, c: [1, 2], d: 1 },
  ],
]);

const fieldOrder = notOnFerretDb(
  'it adds them in the order of the update',
  changes([
    ['$set adds new fields in the order of their names', { z: 1 }, { $set: { c: 1, a: 2 } }, { z: 1, a: 2, c: 1 }],
  ]),
);

const computed = changes([
  [
    'a pipeline computes from the document',
    { a: 2, b: 3 },
    [{ $set: { c: { $max: ['$a', '$b'] } } }],
    { a: 2, b: 3, c: 3 },
  ],
  [
    'a condition',
    { n: 3, max: 3 },
    [{ $set: { full: { $cond: [{ $gte: ['$n', '$max'] }, true, false] } } }],
    { n: 3, max: 3, full: true },
  ],
  ['a list grows', { a: [1] }, [{ $set: { a: { $concatArrays: [{ $ifNull: ['$a', []] }, [2]] } } }], { a: [1, 2] }],
  [
    'a list is filtered',
    { a: [1, 5, 2] },
    [{ $set: { a: { $filter: { input: '$a', as: 'x', cond: { $gt: ['$$x', 1] } } } } }],
    { a: [5, 2] },
  ],
  ['a text with a dollar is a literal by $literal', { a: 1 }, [{ $set: { a: { $literal: '$b' } } }], { a: '$b' }],
  ['$$REMOVE removes', { a: 1, b: 1 }, [{ $set: { a: '$$REMOVE' } }], { b: 1 }],
]);

const wrong = refused({ n: 1, s: 'text', list: [1] }, [
  ['the same path in two operators', { $set: { n: 1 }, $inc: { n: 1 } }, 40],
  ['a path and its parent', { $set: { 'o.a': 1, o: {} } }, 40],
  ['an unknown operator', { $add: { n: 1 } }, /\$add/],
  ['$inc by text', { $inc: { n: 'x' } }, 14],
  ['$inc of text', { $inc: { s: 1 } }, 14],
  ['a path through a value', { $set: { 'n.a': 1 } }, 28],
  ['a name as a position of an array', { $set: { 'list.x': 1 } }, 28],
  ['$push to a value that is not an array', { $push: { n: 1 } }, 2],
  ['$addToSet to a value that is not an array', { $addToSet: { n: 1 } }, 2],
  ['$pull from a value that is not an array', { $pull: { n: 1 } }, 2],
  ['$unset of _id', { $unset: { _id: '' } }, 66],
  ['$inc of _id', { $inc: { _id: 1 } }, 66],
  ['an unknown clause of $push', { $push: { list: { $each: [1], $first: 1 } } }, /\$first/],
  ['$match in a pipeline', [{ $match: { n: 1 } }], /\$match/],
  ['$group in a pipeline', [{ $group: { _id: 1 } }], /\$group/],
  ['a pipeline that changes _id', [{ $set: { _id: 9 } }], 66],
]);

const clock: Case[] = [
  testCase('$$NOW is a date and stays the same in a pipeline', async (world) => {
    const collection = await world.collection([{ _id: 1 }]);
    await collection.updateOne({ _id: 1 }, [{ $set: { a: '$$NOW', b: '$$NOW' } }]);
    const doc = await collection.findOne();
    expect(doc?.['a']).toBeInstanceOf(Date);
    expect(doc?.['a']).toEqual(doc?.['b']);
  }),
];

export const updateTopics: readonly Topic[] = [
  { topic: 'update operators', cases: [...fields, ...fieldOrder, ...clock] },
  { topic: 'pipelines as updates', cases: computed },
  { topic: 'refused updates', cases: wrong },
];
