import { expect } from '@jest/globals';
import { Decimal128, type Document, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'mongodb';
import { type Case, refusal, testCase, type Topic, type World } from './world.ts';

/** One value per BSON type, in MongoDB's sort order of types. */
const BY_TYPE: readonly (readonly [name: string, value: unknown])[] = [
  ['MinKey', new MinKey()],
  ['null', null],
  ['number', 7],
  ['string', ''],
  ['object', {}],
  ['binary', Buffer.from([])],
  ['ObjectId', new ObjectId('000000000000000000000000')],
  ['boolean', false],
  ['date', new Date(-1)],
  ['timestamp', new Timestamp({ t: 1, i: 1 })],
  ['regular expression', /a/],
  ['MaxKey', new MaxKey()],
];

async function sortedBy(
  world: World,
  values: readonly unknown[],
  direction: 1 | -1,
  indexed: boolean,
): Promise<number[]> {
  const shuffled = values.map((v, _id) => ({ _id, v })).sort((a, b) => ((a._id * 7) % 5) - ((b._id * 7) % 5));
  const collection = await world.collection(shuffled);
  if (indexed) await collection.createIndex({ v: 1 });
  const found = await collection.find().sort({ v: direction }).toArray();
  return found.map((doc) => Number(doc._id));
}

const everyOrder = [
  ['ascending', 1, false],
  ['descending', -1, false],
  ['ascending by an index', 1, true],
  ['descending by an index', -1, true],
] as const;

const typeOrder: Case[] = everyOrder.map(([name, direction, indexed]) =>
  testCase(`sort puts types in BSON order: ${name}`, async (world) => {
    const found = await sortedBy(
      world,
      BY_TYPE.map(([, value]) => value),
      direction,
      indexed,
    );
    const names = found.map((i) => BY_TYPE[i]?.[0]);
    const wanted = BY_TYPE.map(([name]) => name);
    expect(names).toEqual(direction === 1 ? wanted : wanted.reverse());
  }),
);

const rising: readonly (readonly [name: string, values: readonly unknown[]])[] = [
  [
    'numbers of all four kinds by value',
    [
      -Infinity,
      Long.fromString('-9007199254740993'),
      -1.5,
      0,
      Decimal128.fromString('0.1'),
      1,
      1.5,
      Long.fromNumber(2),
      Infinity,
    ],
  ],
  ['NaN below all numbers', [NaN, -Infinity, -1, 0]],
  [
    'large longs that share a double',
    [Long.fromString('9007199254740992'), Long.fromString('9007199254740993'), Long.fromString('9007199254740994')],
  ],
  ['strings by their bytes in UTF-8', ['', ' ', 'A', 'B', 'Z', 'a', 'aa', 'ab', 'b', 'é', '中', '\uffee', '😀']],
  ['strings that hold a zero character', ['a', 'a\u0000', 'a\u0000b', 'a\u0001', 'ab']],
  ['documents field by field', [{ a: 1 }, { a: 1, b: 1 }, { a: 2 }, { b: 0 }, { a: 'x' }]],
  ['binaries by length first', [Buffer.from([9]), Buffer.from([1, 1]), Buffer.from([1, 2])]],
  ['dates before 1970 first', [new Date(-1000), new Date(0), new Date(1), new Date('2026-01-01')]],
  ['false before true', [false, true]],
];

const valueOrder: Case[] = rising.flatMap(([name, values]) =>
  everyOrder.map(([way, direction, indexed]) =>
    testCase(`sort puts ${name}, ${way}`, async (world) => {
      const order = values.map((_, i) => i);
      expect(await sortedBy(world, values, direction, indexed)).toEqual(direction === 1 ? order : order.reverse());
    }),
  ),
);

const sorting: Case[] = [
  testCase('missing sorts as null', async (world) => {
    const collection = await world.collection([{ _id: 1, v: 0 }, { _id: 2 }, { _id: 3, v: null }]);
    const found = await collection.find().sort({ v: 1, _id: 1 }).toArray();
    expect(found.map((doc) => doc._id)).toEqual([2, 3, 1]);
  }),
  testCase('several keys, each in its direction', async (world) => {
    const collection = await world.collection([
      { _id: 1, a: 1, b: 1 },
      { _id: 2, a: 2, b: 1 },
      { _id: 3, a: 1, b: 2 },
      { _id: 4, a: 2, b: 2 },
    ]);
    const order = async (sort: Document) =>
      (await collection.find().sort(Object.entries(sort)).toArray()).map((doc) => doc._id);
    expect(await order({ a: 1, b: -1 })).toEqual([3, 1, 4, 2]);
    expect(await order({ b: -1, a: 1 })).toEqual([3, 4, 1, 2]);
  }),
  testCase('an array sorts by its smallest element, or by its greatest in descending order', async (world) => {
    const collection = await world.collection([
      { _id: 1, v: [5, 1] },
      { _id: 2, v: 3 },
      { _id: 3, v: [2, 9] },
    ]);
    const order = async (v: 1 | -1) => (await collection.find().sort({ v }).toArray()).map((doc) => doc._id);
    expect(await order(1)).toEqual([1, 3, 2]);
    expect(await order(-1)).toEqual([3, 1, 2]);
  }),
  testCase(
    'an empty array sorts before null',
    async (world) => {
      const collection = await world.collection([
        { _id: 1, v: null },
        { _id: 2, v: [] },
        { _id: 3, v: 1 },
      ]);
      expect((await collection.find().sort({ v: 1 }).toArray()).map((doc) => doc._id)).toEqual([2, 1, 3]);
    },
    { notOn: ['ferretdb'], because: 'it sorts an empty array after null' },
  ),
  testCase('a dotted path sorts', async (world) => {
    const collection = await world.collection([
      { _id: 1, a: { b: 2 } },
      { _id: 2, a: { b: 1 } },
      { _id: 3, a: 5 },
    ]);
    expect((await collection.find().sort({ 'a.b': 1 }).toArray()).map((doc) => doc._id)).toEqual([3, 2, 1]);
  }),
  testCase('a path into an array of scalars sorts as null, with and without an index', async (world) => {
    const collection = await world.collection([
      { _id: 1, a: { b: 0 } },
      { _id: 2 },
      { _id: 3, a: [7] },
      { _id: 4, a: 1 },
    ]);
    const order = async () => (await collection.find().sort({ 'a.b': 1, _id: 1 }).toArray()).map((doc) => doc._id);
    expect(await order()).toEqual([2, 3, 4, 1]);
    await collection.createIndex({ 'a.b': 1, _id: 1 });
    expect(await order()).toEqual([2, 3, 4, 1]);
  }),
  testCase('with a second sort key, pages contain the same documents as a single read', async (world) => {
    const docs = Array.from({ length: 45 }, (_, _id) => ({ _id, v: _id % 3 }));
    const collection = await world.collection(docs);
    const whole = (await collection.find().sort({ v: -1, _id: 1 }).toArray()).map((doc) => doc._id);
    const pages: unknown[] = [];
    for (let skip = 0; skip < 45; skip += 10) {
      pages.push(
        ...(await collection.find().sort({ v: -1, _id: 1 }).skip(skip).limit(10).toArray()).map((doc) => doc._id),
      );
    }
    expect(pages).toEqual(whole);
  }),
  testCase('a sort direction other than 1 and -1 is refused', async (world) => {
    const collection = await world.collection([{ _id: 1 }]);
    await refusal(world.db.command({ find: collection.collectionName, sort: { a: 5 } }));
  }),
];

export const sortTopics: readonly Topic[] = [
  { topic: 'sort order of types', cases: typeOrder },
  { topic: 'sort order of values', cases: valueOrder },
  { topic: 'sorting', cases: sorting },
];
