import { expect } from '@jest/globals';
import { Decimal128, type Document, Long, ObjectId } from 'mongodb';
import { type Case, type Doc, idsOf, refusal, testCase, type Topic } from './world.ts';

type Row = readonly [name: string, filter: Document, ids: readonly Doc['_id'][]];

/** One case per row: `filter` finds exactly `ids` in `docs`. */
function finds(docs: readonly Doc[], rows: readonly Row[]): Case[] {
  return rows.map(([name, filter, ids]) =>
    testCase(name, async (world) => {
      const collection = await world.collection(docs);
      expect(await idsOf(collection, filter)).toEqual(ids);
      expect(await collection.countDocuments(filter)).toBe(ids.length);
    }),
  );
}

const VALUES: readonly Doc[] = [
  { _id: 1, v: 1 },
  { _id: 2, v: 2.5 },
  { _id: 3, v: Long.fromNumber(3) },
  { _id: 4, v: Decimal128.fromString('4.5') },
  { _id: 5, v: '3' },
  { _id: 6, v: null },
  { _id: 7 },
  { _id: 8, v: [1, 7] },
  { _id: 9, v: true },
  { _id: 10, v: new Date(3) },
];

const comparison = finds(VALUES, [
  ['equality compares numbers across their types, and no strings', { v: 3 }, [3]],
  ['equality with a double finds a Decimal128', { v: 4.5 }, [4]],
  ['equality looks into arrays', { v: 1 }, [1, 8]],
  ['$eq is equality', { v: { $eq: true } }, [9]],
  ['$gt stays within the type of its operand', { v: { $gt: 2 } }, [2, 3, 4, 8]],
  ['$gte includes the bound', { v: { $gte: 2.5 } }, [2, 3, 4, 8]],
  ['$lt stays within the type of its operand', { v: { $lt: 2 } }, [1, 8]],
  ['$lte includes the bound', { v: { $lte: 1 } }, [1, 8]],
  ['$gt of a string finds strings only', { v: { $gt: '' } }, [5]],
  ['$lt of a date finds dates only', { v: { $lt: new Date(4) } }, [10]],
  ['$ne finds documents without the value, also if the field is missing', { v: { $ne: 1 } }, [2, 3, 4, 5, 6, 7, 9, 10]],
  ['$in finds any of the values', { v: { $in: [1, '3'] } }, [1, 5, 8]],
  ['$in with null finds missing fields too', { v: { $in: [null, true] } }, [6, 7, 9]],
  ['an empty $in finds nothing', { v: { $in: [] } }, []],
  ['$nin finds all documents that $in does not', { v: { $nin: [1, '3'] } }, [2, 3, 4, 6, 7, 9, 10]],
  ['$nin with null leaves out missing fields', { v: { $nin: [null] } }, [1, 2, 3, 4, 5, 8, 9, 10]],
  ['null finds null and missing', { v: null }, [6, 7]],
  ['$ne null finds values that are neither missing nor null', { v: { $ne: null } }, [1, 2, 3, 4, 5, 8, 9, 10]],
  ['$exists true finds null', { v: { $exists: true } }, [1, 2, 3, 4, 5, 6, 8, 9, 10]],
  ['$exists false finds missing only', { v: { $exists: false } }, [7]],
  ['$type number covers all four kinds, in arrays too', { v: { $type: 'number' } }, [1, 2, 3, 4, 8]],
  ['$type distinguishes int and long', { v: { $type: 'long' } }, [3]],
  ['$type takes the number of a type', { v: { $type: 19 } }, [4]],
  ['$type takes a list', { v: { $type: ['string', 'bool'] } }, [5, 9]],
  ['$type null does not find missing', { v: { $type: 'null' } }, [6]],
  ['$type array', { v: { $type: 'array' } }, [8]],
  ['different array elements may satisfy two bounds', { v: { $gt: 2, $lt: 6 } }, [2, 3, 4, 8]],
  ['$elemMatch requires one element within both bounds', { v: { $elemMatch: { $gt: 2, $lt: 6 } } }, []],
  ['$not finds missing fields too', { v: { $not: { $gt: 2 } } }, [1, 5, 6, 7, 9, 10]],
  ['_id by $in keeps the order of the index', { _id: { $in: [9, 2, 2] } }, [2, 9]],
]);

const PEOPLE: readonly Doc[] = [
  { _id: 1, name: 'Anna', age: 30, home: { city: 'Rome', zip: '00100' } },
  { _id: 2, name: 'ben', age: 20, home: { city: 'Bonn', zip: null } },
  { _id: 3, name: 'Änne\nZwei', age: 40, home: { zip: '00100', city: 'Rome' } },
  { _id: 4, name: 'a.c', age: 25, home: 'nowhere' },
  { _id: 5, name: 'abc', age: 25 },
];

const logic = finds(PEOPLE, [
  ['several fields are all wanted', { age: 25, name: 'abc' }, [5]],
  ['$and of the same field', { $and: [{ age: { $gt: 20 } }, { age: { $lt: 40 } }] }, [1, 4, 5]],
  ['$or finds either', { $or: [{ age: 20 }, { name: 'abc' }] }, [2, 5]],
  ['$or is combined with a condition on a field', { age: 25, $or: [{ name: 'a.c' }, { name: 'ben' }] }, [4]],
  ['$nor finds neither', { $nor: [{ age: 25 }, { name: 'ben' }] }, [1, 3]],
  [
    'logic nests',
    { $or: [{ $and: [{ age: 25 }, { home: { $exists: false } }] }, { $nor: [{ age: { $lt: 40 } }] }] },
    [3, 5],
  ],
  ['a regular expression is case sensitive', { name: /^a/ }, [4, 5]],
  ['a regular expression with i', { name: /^A/i }, [1, 4, 5]],
  ['$regex as text with $options', { name: { $regex: '^B', $options: 'i' } }, [2]],
  ['a dot in a regular expression is any character', { name: /^a.c$/ }, [4, 5]],
  ['an escaped dot is a dot', { name: { $regex: '^a\\.c$' } }, [4]],
  ['option m lets anchors see lines', { name: { $regex: '^Zwei', $options: 'm' } }, [3]],
  ['option s lets the dot see line ends', { name: { $regex: 'Änne.Zwei', $options: 's' } }, [3]],
  ['$in takes regular expressions', { name: { $in: [/^b/, 'Anna'] } }, [1, 2]],
  ['$not takes a regular expression', { name: { $not: /^a/i } }, [2, 3]],
  ['a dotted path looks into a document', { 'home.city': 'Rome' }, [1, 3]],
  ['a whole document matches only with the same order of keys', { home: { city: 'Rome', zip: '00100' } }, [1]],
  ['a dotted path is missing where the parent is no document', { 'home.city': { $exists: false } }, [4, 5]],
  ['null by a dotted path finds missing parents', { 'home.zip': null }, [2, 4, 5]],
  ['$comment changes nothing', { age: 20, $comment: 'who is twenty' }, [2]],
  ['an empty filter finds all', {}, [1, 2, 3, 4, 5]],
]);

const ORDERS: readonly Doc[] = [
  {
    _id: 1,
    tags: ['a', 'b'],
    items: [
      { sku: 'x', n: 1 },
      { sku: 'y', n: 9 },
    ],
  },
  { _id: 2, tags: ['b', 'a'], items: [{ sku: 'x', n: 5 }] },
  { _id: 3, tags: ['a'], items: [] },
  { _id: 4, tags: 'a' },
  { _id: 5, tags: [['a', 'b'], 'c'], items: [{ sku: 'z', parts: [{ id: 7 }, { id: 8 }] }] },
  { _id: 6, tags: [], items: [null, { n: null }] },
];

const arrays = finds(ORDERS, [
  ['a value finds arrays that hold it', { tags: 'a' }, [1, 2, 3, 4]],
  ['a whole array matches in its order, also as an element', { tags: ['a', 'b'] }, [1, 5]],
  ['$all wants every value', { tags: { $all: ['a', 'b'] } }, [1, 2]],
  ['$all of one value finds a plain value', { tags: { $all: ['a'] } }, [1, 2, 3, 4]],
  ['$all takes $elemMatch', { items: { $all: [{ $elemMatch: { sku: 'x' } }, { $elemMatch: { n: 9 } }] } }, [1]],
  ['$size counts elements of arrays only', { tags: { $size: 1 } }, [3]],
  ['$size 0 finds the empty array', { tags: { $size: 0 } }, [6]],
  ['an empty array equals an empty array', { tags: [] }, [6]],
  ['a number in a path is a position', { 'tags.0': 'b', _id: { $lt: 5 } }, [2]],
  ['a position and a field', { 'items.1.sku': 'y' }, [1]],
  ['a path goes through arrays of documents', { 'items.sku': 'x' }, [1, 2]],
  ['a path goes through two levels of arrays', { 'items.parts.id': 8 }, [5]],
  ['conditions on a path may be met by different elements', { 'items.sku': 'x', 'items.n': 9 }, [1]],
  ['$elemMatch wants one element to meet all', { items: { $elemMatch: { sku: 'x', n: 9 } } }, []],
  ['$elemMatch with an operator', { items: { $elemMatch: { sku: 'x', n: { $gte: 5 } } } }, [2]],
  ['$elemMatch on values', { tags: { $elemMatch: { $gt: 'a', $lt: 'c' } } }, [1, 2]],
  ['$elemMatch with $or', { items: { $elemMatch: { $or: [{ n: 9 }, { n: 5 }] } } }, [1, 2]],
  ['$ne on an array wants no element to match', { tags: { $ne: 'a' } }, [5, 6]],
  ['$nin on a path through an array', { 'items.sku': { $nin: ['x'] } }, [3, 4, 5, 6]],
  ['$exists on a path through an array', { 'items.sku': { $exists: true } }, [1, 2, 5]],
  ['$not $elemMatch finds missing arrays too', { items: { $not: { $elemMatch: { sku: 'x' } } } }, [3, 4, 5, 6]],
  ['$in over an array of documents', { 'items.n': { $in: [1, 5] } }, [1, 2]],
]);

const hex = '65f000000000000000000001';
const large = finds(
  [
    { _id: 1, v: Long.fromString('9007199254740993') },
    { _id: 2, v: Long.fromString('9007199254740992') },
    { _id: 3, v: Decimal128.fromString('1.10') },
  ],
  [
    ['a long beyond 53 bits equals itself only', { v: Long.fromString('9007199254740993') }, [1]],
    ['$gt distinguishes longs beyond 53 bits', { v: { $gt: Long.fromString('9007199254740992') } }, [1]],
    ['a Decimal128 is found with other trailing zeros', { v: Decimal128.fromString('1.1') }, [3]],
  ],
);

const ids = finds(
  [
    { _id: new ObjectId(hex), v: 1 },
    { _id: hex, v: 2 },
  ],
  [
    ['an ObjectId is not its hexadecimal text', { _id: new ObjectId(hex) }, [new ObjectId(hex)]],
    ['a text is not the ObjectId it spells', { _id: hex }, [hex]],
  ],
);

const wrong: readonly (readonly [name: string, filter: Document, pattern: RegExp])[] = [
  ['an unknown operator', { v: { $near2: 1 } }, /\$near2/],
  ['an unknown operator at the top', { $whatever: [] }, /\$whatever/],
  ['$in without a list', { v: { $in: 1 } }, /\$in/],
  ['an empty $or', { $or: [] }, /\$or/],
  ['$size of a negative number', { v: { $size: -1 } }, /\$size/],
  ['an unknown name for $type', { v: { $type: 'integer' } }, /integer/],
  ['a broken regular expression', { v: { $regex: '(' } }, /[Rr]eg/],
];

const refusals: Case[] = wrong.map(([name, filter, pattern]) =>
  testCase(`${name} is refused by name`, async (world) => {
    const collection = await world.collection([{ _id: 1, v: 1 }]);
    const error = await refusal(collection.find(filter).toArray());
    expect(error.message).toMatch(pattern);
    expect((await refusal(collection.deleteMany(filter))).message).toMatch(pattern);
    expect(await collection.countDocuments({})).toBe(1);
  }),
);

export const queryTopics: readonly Topic[] = [
  { topic: 'comparison operators', cases: comparison },
  { topic: 'logic, regular expressions and paths', cases: logic },
  { topic: 'arrays in queries', cases: arrays },
  { topic: 'exact numbers in queries', cases: large },
  { topic: 'ids in queries', cases: ids },
  { topic: 'invalid queries', cases: refusals },
];
