import { expect } from '@jest/globals';
import {
  Binary,
  BSONRegExp,
  Code,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  UUID,
} from 'mongodb';
import { type Case, idsOf, testCase, type Topic, type World } from './world.ts';

const RAW = { promoteValues: false, promoteBuffers: false, promoteLongs: false, bsonRegExp: true };

/** Every BSON type; `type` is its `$type` alias. */
const VALUES: readonly (readonly [name: string, type: string, value: unknown])[] = [
  ['a 32-bit integer', 'int', new Int32(-2147483648)],
  ['a double without fraction', 'double', new Double(5)],
  ['a double with fraction', 'double', new Double(0.1)],
  ['negative zero', 'double', new Double(-0)],
  ['infinity', 'double', new Double(-Infinity)],
  ['a small long', 'long', Long.fromNumber(1)],
  ['the greatest long', 'long', Long.MAX_VALUE],
  ['a Decimal128 with trailing zeros', 'decimal', Decimal128.fromString('1.500')],
  ['a Decimal128 of 34 digits', 'decimal', Decimal128.fromString('1234567890123456789012345678901234')],
  ['a Decimal128 NaN', 'decimal', Decimal128.fromString('NaN')],
  ['an empty string', 'string', ''],
  ['text beyond the basic plane', 'string', 'naïve 中文 😀\u0000 end'],
  ['true', 'bool', true],
  ['null', 'null', null],
  ['an ObjectId', 'objectId', new ObjectId('65f0000000000000000000aa')],
  ['a date', 'date', new Date(1700000000123)],
  ['a date before 1970', 'date', new Date(-62135596800000)],
  ['a binary', 'binData', new Binary(Buffer.from([0, 1, 254, 255]), 0)],
  ['a UUID', 'binData', new UUID('6f3e1c1a-8a5b-4c57-9f0e-0d2b7a1c9e11').toBinary()],
  ['a binary of a private subtype', 'binData', new Binary(Buffer.from('x'), 0x80)],
  ['a timestamp', 'timestamp', new Timestamp({ t: 7, i: 9 })],
  ['a regular expression', 'regex', new BSONRegExp('^a/b', 'im')],
  ['code', 'javascript', new Code('return 1')],
  ['MinKey', 'minKey', new MinKey()],
  ['MaxKey', 'maxKey', new MaxKey()],
  ['an empty document', 'object', {}],
  ['a document in a document', 'object', { b: new Int32(1), a: { deep: [new Long(1)] } }],
];

/** Reads the exact bytes of a document, including types and order of keys. */
async function stored(world: World, collection: string): Promise<string> {
  const doc = await world.db.collection(collection).findOne({}, { raw: true });
  return Buffer.isBuffer(doc) ? doc.toString('hex') : 'nothing found';
}

const survival: Case[] = VALUES.flatMap(([name, type, value]) => [
  testCase(`${name} is returned unchanged, and its $type is ${type}`, async (world) => {
    const collection = await world.collection();
    await collection.insertOne({ _id: 1, v: value });
    const [doc] = await collection.find({ v: { $type: type } }, RAW).toArray();
    expect(doc?.['v']).toEqual(value);
  }),
  testCase(`${name} keeps its bytes when another field is updated`, async (world) => {
    const collection = await world.collection();
    await collection.insertOne({ _id: 1, v: value, w: [value], other: 'a' });
    const before = await stored(world, collection.collectionName);
    await collection.updateOne({ _id: 1 }, { $set: { other: 'b' } });
    expect(await stored(world, collection.collectionName)).not.toBe(before);
    await collection.updateOne({ _id: 1 }, [{ $set: { other: { $literal: 'a' } } }]);
    expect(await stored(world, collection.collectionName)).toBe(before);
  }),
]);

const findable: Case[] = VALUES.filter(([name]) => !/regular|code|NaN|UUID/.test(name)).map(([name, , value]) =>
  testCase(`${name} is found by an equal value, with and without an index`, async (world) => {
    const collection = await world.collection([{ _id: 2, v: 'another' }, { _id: 3 }]);
    await collection.insertOne({ _id: 1, v: value });
    const wanted = value === null ? [1, 3] : [1];
    expect(await idsOf(collection, { v: { $eq: value } })).toEqual(wanted);
    await collection.createIndex({ v: 1 });
    expect(await idsOf(collection, { v: { $eq: value } })).toEqual(wanted);
  }),
);

const shape: Case[] = [
  testCase('the order of keys survives insert, $set and $unset', async (world) => {
    const collection = await world.collection([{ _id: 1, z: 1, a: { y: 1, b: 2 }, m: 3 }]);
    await collection.updateOne({ _id: 1 }, { $set: { 'a.b': 5, k: 1 }, $unset: { m: '' } });
    const doc = await collection.findOne();
    expect(Object.keys(doc ?? {})).toEqual(['_id', 'z', 'a', 'k']);
    expect(JSON.stringify(doc?.['a'])).toBe('{"y":1,"b":5}');
  }),
  testCase('null and missing are distinct', async (world) => {
    const collection = await world.collection([{ _id: 1, a: null }, { _id: 2 }]);
    const docs = await collection.find().sort({ _id: 1 }).toArray();
    expect(docs.map((doc) => 'a' in doc)).toEqual([true, false]);
  }),
  testCase('aggregation does not change the types of values', async (world) => {
    const collection = await world.collection();
    await collection.insertOne({ _id: 1, v: new Double(2), w: Decimal128.fromString('1.0'), n: Long.fromNumber(3) });
    const [doc] = await collection
      .aggregate([{ $match: { _id: 1 } }, { $project: { v: 1, w: '$w', n: 1 } }], RAW)
      .toArray();
    expect(doc).toMatchObject({ v: new Double(2), w: Decimal128.fromString('1.0'), n: Long.fromNumber(3) });
  }),
];

export const bsonTopics: readonly Topic[] = [
  { topic: 'BSON types are preserved', cases: survival },
  { topic: 'BSON types are found', cases: findable },
  { topic: 'documents keep their structure', cases: shape },
];
