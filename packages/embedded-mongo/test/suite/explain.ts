import { expect } from '@jest/globals';
import type { Document } from 'mongodb';
import { z } from 'zod';
import { type Case, type Doc, notOnFerretDb, testCase, type Topic } from './world.ts';

const executionSchema = z.object({
  executionStats: z.object({ nReturned: z.number(), totalDocsExamined: z.number(), totalKeysExamined: z.number() }),
});

/** The work that `explain('executionStats')` reports. */
function executionOf(explained: Document): z.infer<typeof executionSchema>['executionStats'] {
  return executionSchema.parse(explained).executionStats;
}

const DOCS: readonly Doc[] = Array.from({ length: 300 }, (_, _id) => ({
  _id,
  user: `u${_id % 3}`,
  status: ['new', 'contacted', 'skipped'][Math.floor(_id / 3) % 3],
  score: (_id * 7) % 101,
  at: new Date(1_700_000_000_000 + ((_id * 37) % 300) * 1000),
  tags: [`t${_id % 10}`, `t${(_id + 1) % 10}`],
  ...(_id % 30 === 0 ? { rare: _id } : {}),
}));

const INDEXES: readonly { key: Record<string, 1 | -1>; [option: string]: unknown }[] = [
  { key: { user: 1, at: -1, _id: -1 } },
  { key: { user: 1, status: 1, at: -1 } },
  { key: { user: 1, score: -1, at: -1 } },
  { key: { tags: 1 } },
  { key: { rare: 1 }, sparse: true },
  { key: { score: 1 }, name: 'high', partialFilterExpression: { score: { $gt: 90 } } },
];

const since = new Date(1_700_000_000_000 + 250_000);

/** Each query must use an index: it examines at most 1.1 documents for each returned one. */
const QUERIES: readonly (readonly [name: string, filter: Document, sort?: Document, limit?: number])[] = [
  ['_id', { _id: 7 }],
  ['_id by $in', { _id: { $in: [3, 4, 5, 999] } }],
  ['a range of _id', { _id: { $gte: 290 } }],
  ['equality on the first key', { user: 'u1' }],
  ['equality on two keys', { user: 'u1', status: 'new' }],
  ['equality and a range', { user: 'u1', at: { $gte: since } }],
  ['equality and two bounds', { user: 'u1', score: { $gte: 20, $lt: 40 } }],
  ['equality, a page by the order of the index', { user: 'u2' }, { at: -1 }, 20],
  ['equality, a page by the reverse order', { user: 'u2' }, { at: 1 }, 20],
  ['two equalities, a page by the third key', { user: 'u0', status: 'skipped' }, { at: -1 }, 10],
  ['equality, a page by two further keys', { user: 'u0' }, { score: -1, at: -1 }, 10],
  ['equality, a page by two further keys in reverse', { user: 'u0' }, { score: 1, at: 1 }, 10],
  ['equality, range and sort on the same key', { user: 'u1', score: { $gte: 50 } }, { score: -1 }, 10],
  ['$in on the second key', { user: 'u1', status: { $in: ['new', 'skipped'] } }],
  ['an element of an array', { tags: 't3' }],
  ['$or of two indexed branches', { $or: [{ _id: 5 }, { user: 'u1', status: 'new' }] }],
  ['a condition that a sparse index covers', { rare: { $gte: 0 } }],
  ['a condition that a partial index covers', { score: { $gt: 95 } }],
  ['a value that no document has', { user: 'nobody' }],
];

const indexed: Case[] = QUERIES.map(([name, filter, sort = {}, limit = 0]) =>
  testCase(`a query for ${name} examines only the documents that it returns`, async (world) => {
    const collection = await world.collection(DOCS);
    const read = () => collection.find(filter).sort(Object.entries(sort)).limit(limit);
    const plain = (await read().toArray()).map((doc) => doc._id);
    await world.db.command({
      createIndexes: collection.collectionName,
      indexes: INDEXES.map((index) => ({ name: Object.keys(index.key).join(), ...index })),
    });
    const { nReturned, totalDocsExamined } = executionOf(await read().explain('executionStats'));
    expect(nReturned).toBe(plain.length);
    expect(totalDocsExamined).toBeLessThanOrEqual(Math.floor(nReturned * 1.1));
    const found = (await read().toArray()).map((doc) => doc._id);
    expect([...found].sort()).toEqual([...plain].sort());
  }),
);

const rest: Case[] = [
  testCase('explain of a query without an index reports a full scan', async (world) => {
    const collection = await world.collection(DOCS);
    const explained = await collection.find({ user: 'u1' }).explain('executionStats');
    expect(executionOf(explained)).toMatchObject({ nReturned: 100, totalDocsExamined: 300 });
    expect(JSON.stringify(explained)).toMatch(/COLLSCAN/);
  }),
  testCase('explain names the stage and the index', async (world) => {
    const collection = await world.collection(DOCS);
    await collection.createIndex({ user: 1, at: -1 });
    const plan = JSON.stringify((await collection.find({ user: 'u1' }).explain('queryPlanner'))['queryPlanner']);
    expect(plan).toMatch(/IXSCAN/);
    expect(plan).toMatch(/user_1_at_-1/);
  }),
  testCase('explain counts the entries that are skipped or match no further condition', async (world) => {
    const collection = await world.collection(DOCS);
    await collection.createIndex({ user: 1, at: -1, status: 1 });
    const page = () => collection.find({ user: 'u1' }).sort({ at: -1 }).limit(10);
    const first = executionOf(await page().explain('executionStats'));
    expect(first.totalKeysExamined).toBeLessThanOrEqual(11);
    const sixth = executionOf(await page().skip(50).explain('executionStats'));
    expect(sixth.totalKeysExamined).toBeGreaterThanOrEqual(60);
    expect(sixth.totalKeysExamined).toBeLessThanOrEqual(61);
    const narrowed = collection.find({ user: 'u1', status: 'new' }).sort({ at: -1 }).limit(10);
    const lastAt = z.date().parse((await narrowed.toArray()).at(-1)?.['at']);
    const before = await collection.countDocuments({ user: 'u1', at: { $gte: lastAt } });
    expect(before).toBeGreaterThan(20);
    const { totalKeysExamined } = executionOf(await narrowed.clone().explain('executionStats'));
    expect(totalKeysExamined).toBeGreaterThanOrEqual(before);
  }),
  testCase('a count by an index reads index entries only', async (world) => {
    const collection = await world.collection(DOCS);
    await collection.createIndex({ user: 1, status: 1 });
    const explain = { count: collection.collectionName, query: { user: 'u1', status: 'new' } };
    const stats = executionOf(await world.db.command({ explain, verbosity: 'executionStats' }));
    expect(stats.totalDocsExamined).toBe(0);
    expect(stats.totalKeysExamined).toBeLessThanOrEqual(36);
  }),
  testCase('a $group of indexed fields reads index entries only', async (world) => {
    const collection = await world.collection(DOCS);
    await collection.createIndex({ user: 1, score: 1 });
    const figures = { _id: '$user', n: { $sum: 1 }, average: { $avg: '$score' }, high: { $max: '$score' } };
    const pipeline = [{ $match: { user: 'u1', score: { $gte: 0 } } }, { $group: figures }];
    const stats = executionOf(await collection.aggregate(pipeline).explain('executionStats'));
    expect(stats).toMatchObject({ nReturned: 1, totalDocsExamined: 0 });
    expect(stats.totalKeysExamined).toBeLessThanOrEqual(102);
  }),
  testCase('an update and a delete by an index examine only the documents that they change', async (world) => {
    const collection = await world.collection(DOCS);
    await collection.createIndex({ user: 1, status: 1 });
    const q = { user: 'u1', status: 'new' };
    for (const explain of [
      { update: collection.collectionName, updates: [{ q, u: { $set: { hit: 1 } }, multi: true }] },
      { delete: collection.collectionName, deletes: [{ q, limit: 0 }] },
    ]) {
      const stats = executionOf(await world.db.command({ explain, verbosity: 'executionStats' }));
      expect(stats.totalDocsExamined).toBe(await collection.countDocuments(q));
    }
    expect(await collection.countDocuments({ hit: 1 })).toBe(0);
    expect(await collection.countDocuments(q)).toBeGreaterThan(30);
  }),
];

export const explainTopics: readonly Topic[] = [
  { topic: 'documents examined', cases: notOnFerretDb('it explains by plans of PostgreSQL', [...indexed, ...rest]) },
];
