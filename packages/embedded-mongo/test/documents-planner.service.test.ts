import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Collection, type CreateIndexesOptions, type Document, MongoClient } from 'mongodb';
import { z } from 'zod';
import { type EmbeddedDocuments, startEmbeddedDocuments } from '../src/index.ts';

interface Stored {
  _id: number;
  [field: string]: unknown;
}

let folder = '';
let server: EmbeddedDocuments | undefined;
let client: MongoClient | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-'));
  server = await startEmbeddedDocuments({ folder });
  client = await new MongoClient(server.uri).connect();
});

afterAll(async () => {
  await client?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function collectionOf(docs: Stored[], indexes: typeof INDEXES): Promise<Collection<Stored>> {
  if (client === undefined) throw new Error('the server is not up');
  const collection = client.db('planner').collection<Stored>('docs');
  await collection.drop();
  // One index is built before the documents and the others after, so that both ways of building are tested.
  for (const [i, index] of indexes.entries()) {
    if (i === 1 && docs.length > 0) await collection.insertMany(docs);
    await collection.createIndex(index.key, { name: `i${i}`, ...index.options });
  }
  return collection;
}

// Few values, so that they often match.
const scalar = fc.constantFrom(0, 1, 1, 2, 2, 3, Number.NaN, '', 'a', 'a', 'ab', null, true, new Date(0), new Date(-5));
const value = fc.oneof(
  { weight: 5, arbitrary: scalar },
  fc.array(scalar, { maxLength: 3 }),
  fc.record({ x: scalar }),
  fc.array(fc.record({ x: scalar }, { requiredKeys: [] }), { maxLength: 3 }),
);
// Indexes without arrays evaluate a filter completely, those with arrays only narrow it. Both are tested.
const flat = fc.oneof({ weight: 4, arbitrary: scalar }, fc.record({ x: scalar }));
const docOf = (field: fc.Arbitrary<unknown>) => fc.record({ a: field, b: field, c: field }, { requiredKeys: [] });
const documents = fc.oneof(
  fc.array(docOf(flat), { minLength: 4, maxLength: 20 }),
  fc.array(docOf(value), { minLength: 2, maxLength: 8 }),
);
const path = fc.constantFrom('a', 'a', 'a', 'b', 'b', 'c', 'a.x', 'b.x', 'a.0');
const condition = fc.oneof(
  value,
  fc.record({ $eq: value }),
  fc.record({ $ne: value }),
  fc.record({ $gt: scalar }),
  fc.record({ $gte: scalar, $lt: scalar }),
  fc.record({ $lt: scalar }),
  fc.record({ $lte: scalar }),
  fc.record({ $in: fc.array(value, { maxLength: 10 }) }),
  fc.record({ $nin: fc.array(scalar, { maxLength: 3 }) }),
  fc.record({ $exists: fc.boolean() }),
  fc.record({ $not: fc.record({ $gt: scalar }) }),
  fc.record({ $elemMatch: fc.record({ $gte: scalar }) }),
  fc.record({ $elemMatch: fc.record({ x: scalar }) }),
  fc.record({ $all: fc.array(value, { minLength: 1, maxLength: 2 }) }),
  fc.record({ $type: fc.constantFrom('number', 'string', 'array', 'null') }),
  fc.constant({ $regex: '^a' }),
);
const simple = fc.oneof(
  { weight: 3, arbitrary: fc.dictionary(path, condition, { minKeys: 1, maxKeys: 1 }) },
  fc.dictionary(path, condition, { minKeys: 1, maxKeys: 3 }),
);
const filter = fc.oneof(
  { weight: 4, arbitrary: simple },
  fc.record({ $or: fc.array(simple, { minLength: 1, maxLength: 3 }) }),
  fc.record({ $nor: fc.array(simple, { minLength: 1, maxLength: 2 }) }),
  fc
    .tuple(simple, fc.record({ $or: fc.array(simple, { minLength: 1, maxLength: 2 }) }))
    .map(([one, other]) => ({ ...one, ...other })),
);
const sort = fc.constantFrom<Record<string, 1 | -1>[]>(
  { a: 1 },
  { a: -1, _id: 1 },
  { b: 1, a: -1, _id: -1 },
  { 'a.x': -1, _id: 1 },
  { c: 1, _id: 1 },
  { b: -1, _id: -1 },
  { _id: -1 },
);

const INDEXES: readonly { readonly key: Record<string, 1 | -1>; readonly options?: CreateIndexesOptions }[] = [
  { key: { a: 1 } },
  { key: { a: 1, b: -1, c: 1 } },
  { key: { 'a.x': 1, b: 1 } },
  { key: { b: 1 }, options: { sparse: true } },
  { key: { c: 1, a: 1 }, options: { partialFilterExpression: { c: { $gt: 0 } } } },
  { key: { 'b.x': -1, 'a.x': 1 } },
  { key: { a: 1, b: -1, _id: -1 } },
];
const NATURAL = { $natural: 1 } as const;

describe('an index returns the same as a scan', () => {
  it('for any documents, filters, sorts, pages and counts', async () => {
    const cases = fc.array(fc.record({ filter, sort, skip: fc.nat(2), limit: fc.nat(4) }), {
      minLength: 20,
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(documents, cases, async (docs, queries) => {
        const stored = docs.map((one, i) => ({ ...one, _id: i }));
        // If a.x and b.x are both arrays, they are parallel arrays, which MongoDB refuses too.
        const parallel =
          stored.some((one) => Array.isArray(one['a']) && (Array.isArray(one['b']) || Array.isArray(one['c']))) ||
          stored.some((one) => Array.isArray(one['b']) && Array.isArray(one['c']));
        fc.pre(!parallel);
        const collection = await collectionOf(stored, INDEXES);
        for (const query of queries) await sameBothWays(collection, query);
      }),
      { numRuns: 60, endOnFailure: true },
    );
  });
});

interface FindRequest {
  readonly filter: Document;
  readonly sort: Record<string, 1 | -1>;
  readonly skip: number;
  readonly limit: number;
}

async function sameBothWays(
  collection: Collection<Stored>,
  { filter: wanted, sort: order, skip, limit }: FindRequest,
): Promise<void> {
  const scanned = await collection.find(wanted, { hint: NATURAL }).sort({ _id: 1 }).toArray();
  const found = await collection.find(wanted).toArray();
  expect({ wanted, ids: found.map(({ _id }) => _id).sort((a, b) => a - b) }).toEqual({
    wanted,
    ids: scanned.map(({ _id }) => _id),
  });
  expect(await collection.countDocuments(wanted)).toBe(scanned.length);
  if (!('_id' in order)) return;
  const page = (hint?: typeof NATURAL) =>
    collection
      .find(wanted, hint && { hint })
      .sort(order)
      .skip(skip)
      .limit(limit)
      .toArray();
  expect({ wanted, order, page: await page() }).toEqual({ wanted, order, page: await page(NATURAL) });
}

const examined = z.object({
  executionStats: z.object({ nReturned: z.number(), totalKeysExamined: z.number(), totalDocsExamined: z.number() }),
});

describe('an index over an array, at one of its strings', () => {
  it('gives a page in its order, and a count, without reading other documents', async () => {
    const tags = ['red', 'green', 'blue'];
    const docs = Array.from({ length: 300 }, (_, n) => ({ _id: n, a: tags.slice(n % 3), b: n % 7, c: n % 2 }));
    const collection = await collectionOf(docs, [{ key: { c: 1 } }, { key: { a: 1, b: -1, _id: -1 } }]);
    const explained = async (command: Document) => {
      const answer = await client?.db('planner').command({ explain: command, verbosity: 'executionStats' });
      return examined.parse(answer).executionStats;
    };
    const page = { find: 'docs', sort: { b: -1, _id: -1 }, limit: 5 };
    expect(await explained({ ...page, filter: { a: 'green' } })).toEqual({
      nReturned: 5,
      totalKeysExamined: 5,
      totalDocsExamined: 5,
    });
    // Documents decide the second word, and no more of them are read than the page needs.
    const both = await explained({ ...page, filter: { a: { $all: ['blue', 'red'] } } });
    expect(both.nReturned).toBe(5);
    expect(both.totalDocsExamined).toBeLessThan(30);
    const pipeline = [{ $match: { a: 'green' } }, { $group: { _id: 1, n: { $sum: 1 } } }];
    expect(await explained({ aggregate: 'docs', pipeline, cursor: {} })).toMatchObject({ totalDocsExamined: 0 });
    expect(await collection.countDocuments({ a: 'green' })).toBe(200);
  });
});
