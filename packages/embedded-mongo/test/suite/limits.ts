import { expect } from '@jest/globals';
import { Binary, type Document } from 'mongodb';
import { type Case, refusal, testCase, type Topic } from './world.ts';

const MEGABYTE = 1024 * 1024;

const large: Case[] = [
  testCase('a document of 1 MB is returned completely, also by an index', async (world) => {
    const text = 'äb'.repeat(MEGABYTE / 3);
    const collection = await world.collection([{ _id: 1, k: 'x', text }]);
    await collection.createIndex({ k: 1 });
    expect((await collection.findOne({ k: 'x' }))?.['text'] === text).toBe(true);
  }),
  testCase('a document just under 16 MB is kept', async (world) => {
    const collection = await world.collection();
    await collection.insertOne({ _id: 1, data: new Binary(Buffer.alloc(16 * MEGABYTE - 100, 7)) });
    const doc = await collection.findOne();
    const data: unknown = doc?.['data'];
    expect(data instanceof Binary && data.length()).toBe(16 * MEGABYTE - 100);
  }),
  testCase('a document over 16 MB is refused', async (world) => {
    const collection = await world.collection();
    const data = new Binary(Buffer.alloc(16 * MEGABYTE));
    await expect(collection.insertOne({ _id: 1, data })).rejects.toThrow(/large|16777216|size/i);
    expect(await collection.countDocuments()).toBe(0);
  }),
  testCase('an update that exceeds 16 MB is refused and changes nothing', async (world) => {
    const collection = await world.collection([{ _id: 1, parts: ['x'.repeat(9 * MEGABYTE)] }]);
    const push: Document = { $push: { parts: 'x'.repeat(9 * MEGABYTE) } };
    await refusal(collection.updateOne({ _id: 1 }, push));
    expect((await collection.findOne())?.['parts']).toHaveLength(1);
  }),
  testCase('large results are returned in several batches', async (world) => {
    const text = 'x'.repeat(2 * MEGABYTE);
    const collection = await world.collection();
    for (let _id = 0; _id < 12; _id++) await collection.insertOne({ _id, text });
    expect(await collection.find().toArray()).toHaveLength(12);
  }),
  testCase('90 levels of nesting are stored and returned', async (world) => {
    let deep: Document = { end: true };
    for (let level = 0; level < 90; level++) deep = { d: deep };
    const collection = await world.collection([{ _id: 1, deep }]);
    expect(await collection.findOne()).toEqual({ _id: 1, deep });
  }),
  testCase('an array of 20,000 elements can be searched and changed', async (world) => {
    const collection = await world.collection([{ _id: 1, list: Array.from({ length: 20_000 }, (_, n) => n) }]);
    expect(await collection.countDocuments({ list: 19_999 })).toBe(1);
    const pull: Document = { $pull: { list: { $gte: 5 } } };
    await collection.updateOne({ _id: 1 }, pull);
    expect((await collection.findOne())?.['list']).toEqual([0, 1, 2, 3, 4]);
  }),
  testCase('a filter with 5,000 alternatives works', async (world) => {
    const collection = await world.collection(Array.from({ length: 50 }, (_, _id) => ({ _id })));
    const some = Array.from({ length: 5_000 }, (_, n) => n * 10);
    expect(await collection.countDocuments({ _id: { $in: some } })).toBe(5);
  }),
];

/** Keys with a special meaning in JavaScript, SQL, JSON paths or regular expressions. */
const KEYS = [
  'constructor',
  'toString',
  'hasOwnProperty',
  'length',
  '__proto__',
  'a b',
  "it's",
  'say "hi"',
  'back`tick',
  'back\\slash',
  '[0]',
  '0',
  '-1',
  '日本語',
  '😀',
  'a-b',
  'a/b',
  '*',
  '?',
  '#',
  '%',
  'null',
  'true',
  'select',
  'é\u0301',
];

const oddKeys: Case[] = KEYS.map((key) =>
  testCase(`a field can be named ${key}`, async (world) => {
    const fields = (value: unknown): Document => Object.fromEntries([[key, value]]);
    const collection = await world.collection([{ _id: 1, other: 1 }]);
    await collection.insertOne(Object.defineProperty({ _id: 2 }, key, { value: { v: 7 }, enumerable: true }));
    await collection.createIndex({ [`${key}.v`]: 1 });
    const ids = async (filter: Document) => (await collection.find(filter).toArray()).map((doc) => doc._id);
    expect(await ids({ [`${key}.v`]: 7 })).toEqual([2]);
    expect(await ids(Object.fromEntries([[`${key}.v`, { $exists: false }]]))).toEqual([1]);
    await collection.updateOne({ _id: 2 }, { $inc: { [`${key}.v`]: 1 } });
    const found = await collection.findOne({ _id: 2 }, { projection: fields(1) });
    expect(new Map(Object.entries(found ?? {}))).toEqual(
      new Map<string, unknown>([
        ['_id', 2],
        [key, { v: 8 }],
      ]),
    );
    await collection.updateOne({ _id: 2 }, { $unset: fields('') });
    expect(await ids({ other: { $exists: false } })).toEqual([2]);
    expect(Object.keys((await collection.findOne({ _id: 2 })) ?? {})).toEqual(['_id']);
  }),
);

const safety: Case[] = [
  testCase('paths through __proto__ and constructor reach only the document', async (world) => {
    const collection = await world.collection([{ _id: 1 }, { _id: 2 }]);
    await collection.updateOne({ _id: 1 }, { $set: { '__proto__.polluted': 1, 'constructor.prototype.polluted': 1 } });
    expect(Object.prototype).not.toHaveProperty('polluted');
    expect(await collection.countDocuments({ polluted: 1 })).toBe(0);
    expect(await collection.countDocuments({ 'constructor.name': { $exists: true } })).toBe(0);
    expect(await collection.countDocuments({ '__proto__.polluted': 1 })).toBe(1);
  }),
  testCase('text that looks like SQL, JSON or an expression is stored as text', async (world) => {
    const texts = ["'; drop table documents; --", '" or 1=1', '$name', '{"$gt":""}', '\\', '%_', '\u0000', '\uFFFE'];
    const collection = await world.collection(texts.map((text, _id) => ({ _id, text, name: 'n' })));
    await collection.createIndex({ text: 1 });
    for (const [_id, text] of texts.entries()) {
      expect((await collection.find({ text }).toArray()).map((doc) => doc._id)).toEqual([_id]);
    }
    await collection.updateMany({}, { $set: { copy: '$name' } });
    expect(await collection.countDocuments({ copy: '$name' })).toBe(texts.length);
  }),
];

export const limitTopics: readonly Topic[] = [
  { topic: 'large documents', cases: large },
  { topic: 'unusual field names', cases: oddKeys },
  { topic: 'hostile input', cases: safety },
];
