import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EJSON, type Document as BsonDocument } from 'bson';
import fc from 'fast-check';
import { type Collection, type Document, Decimal128, Double, Int32, Long, MongoClient, ObjectId } from 'mongodb';
import { z } from 'zod';
import { decodeKey, isPlain } from '../src/decode-key.ts';
import { type EmbeddedDocuments, startEmbeddedDocuments } from '../src/index.ts';
import { encodeKey } from '../src/keys.ts';

interface Stored {
  _id: number;
  [field: string]: unknown;
}

/** Keeps stored types, so that a change from 2 to 2.0 is detected. */
const EXACT = { promoteValues: false } as const;

let folder = '';
let server: EmbeddedDocuments | undefined;
let client: MongoClient | undefined;

async function open(): Promise<void> {
  server = await startEmbeddedDocuments({ folder });
  client = await new MongoClient(server.uri).connect();
}

async function close(): Promise<void> {
  await client?.close();
  await server?.stop();
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-'));
  await open();
});

afterEach(async () => {
  await close();
  rmSync(folder, { recursive: true, force: true });
});

function facts(): Collection<Stored> {
  if (client === undefined) throw new Error('the server is not up');
  return client.db('groups').collection<Stored>('facts');
}

const plan = z.object({
  executionStats: z.object({ totalDocsExamined: z.number(), totalKeysExamined: z.number(), nReturned: z.number() }),
  queryPlanner: z.object({ winningPlan: z.object({ stage: z.string() }) }),
});

async function examined(pipeline: Document[], hint?: Document) {
  const explained = await facts()
    .aggregate(pipeline, hint === undefined ? {} : { hint })
    .explain('executionStats');
  const { executionStats, queryPlanner } = plan.parse(explained);
  return {
    docs: executionStats.totalDocsExamined,
    keys: executionStats.totalKeysExamined,
    stage: queryPlanner.winningPlan.stage,
  };
}

/** The results of a pipeline as sorted text with types. */
async function groupsOf(pipeline: Document[], hint?: Document): Promise<string[]> {
  const found = await facts()
    .aggregate<BsonDocument>(pipeline, { ...EXACT, ...(hint === undefined ? {} : { hint }) })
    .toArray();
  return found.map((doc) => EJSON.stringify(doc, { relaxed: false })).sort();
}

const NATURAL = { $natural: 1 } as const;

describe('the key of a plain value', () => {
  const plain = fc.oneof(
    fc.integer({ min: -0x80000000, max: 0x7fffffff }).map((n) => new Int32(n)),
    fc.double().map((n) => new Double(n)),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', '\u0000\u0001\u0002', null, true, false, new Double(Infinity), new Double(-Infinity)),
    fc.date({ noInvalidDate: true }),
    fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new ObjectId(bytes)),
  );

  it('restores the value with its type', () => {
    fc.assert(
      fc.property(plain.filter(isPlain), (value) => {
        expect(EJSON.stringify(decodeKey(encodeKey(value)), { relaxed: false })).toBe(
          EJSON.stringify(value, { relaxed: false }),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('is not accepted for values that share their key with another type', () => {
    const shared = [
      new Double(2),
      new Double(-0),
      Long.fromNumber(2),
      Decimal128.fromString('2'),
      new Date(Number.NaN),
    ];
    expect(shared.map(isPlain)).toEqual(shared.map(() => false));
  });
});

describe('a $group over an index', () => {
  // Each number has the same type in all documents, so that the group key does not depend on the first document.
  const ordinary = fc.constantFrom(
    0,
    1,
    1,
    2,
    2.5,
    0.1,
    0.1,
    0.7,
    1e16,
    -1e16,
    'a',
    'a',
    'b',
    null,
    true,
    new Date(0),
    new Date(-5),
  );
  const special = fc.constantFrom(new Double(3), Long.fromNumber(4), [1, 2], { x: 1 });
  const docOf = (field: fc.Arbitrary<unknown>) => fc.record({ a: field, b: field, c: field }, { requiredKeys: [] });
  const ordinaryDocs = fc.array(docOf(ordinary), { minLength: 1, maxLength: 20 });
  const documents = fc.record({
    before: ordinaryDocs,
    after: fc.array(fc.oneof({ weight: 5, arbitrary: docOf(ordinary) }, docOf(special)), { maxLength: 3 }),
  });
  const reference = fc.constantFrom('$a', '$b', '$c');
  const accumulator = fc.oneof(
    fc.tuple(fc.constantFrom('$sum', '$avg', '$min', '$max'), reference).map(([name, path]) => ({ [name]: path })),
    fc.constantFrom<Document>({ $sum: 1 }, { $sum: 2.5 }),
  );
  const query = fc.record({
    filter: fc.constantFrom<Document>({}, { a: 1 }, { a: { $gte: 1 } }, { a: 'a', b: { $lte: 2 } }, { c: null }),
    group: fc.record({
      _id: fc.oneof(reference, fc.constantFrom<unknown>(null, 1)),
      x: accumulator,
      y: accumulator,
    }),
  });

  async function compare(queries: readonly { filter: Document; group: Document }[]): Promise<void> {
    for (const { filter, group } of queries) {
      const pipeline = [{ $match: filter }, { $group: group }];
      const [byIndex, byScan] = [await groupsOf(pipeline), await groupsOf(pipeline, NATURAL)];
      expect({ pipeline, groups: byIndex }).toEqual({ pipeline, groups: byScan });
    }
  }

  it('gives the same as the documents, with types, also with values that keys cannot restore', async () => {
    const inputs = fc.tuple(documents, fc.array(query, { minLength: 10, maxLength: 10 }));
    await fc.assert(
      fc.asyncProperty(inputs, async ([{ before, after }, queries]) => {
        await facts().drop();
        await facts().createIndexes([
          { key: { a: 1, b: 1, c: 1 } },
          { key: { b: -1, a: 1 } },
          { key: { c: 1 }, sparse: true, name: 'sparse' },
        ]);
        await facts().insertMany(before.map((doc, _id) => ({ ...doc, _id })));
        await compare(queries);
        // Parallel arrays are refused, as in MongoDB.
        const later = after.map((doc, at) => ({ ...doc, _id: 100 + at }));
        await Promise.allSettled(later.map((doc) => facts().insertOne(doc)));
        await compare(queries);
      }),
      { numRuns: 40, endOnFailure: true },
    );
  });

  const docs = Array.from({ length: 300 }, (_, _id) => ({
    _id,
    user: `u${_id % 3}`,
    status: ['new', 'contacted'][_id % 2],
    score: _id % 50,
    at: new Date(1_700_000_000_000 + _id * 1_000),
    text: 'x'.repeat(300),
  }));
  const average = [{ $match: { user: 'u1' } }, { $group: { _id: null, average: { $avg: '$score' } } }];

  async function fill(): Promise<void> {
    await facts().createIndexes([{ key: { user: 1, at: 1 } }, { key: { user: 1, status: 1, score: 1, at: 1 } }]);
    await facts().insertMany(docs);
  }

  it.each([
    ['an average', average, 100],
    [
      'figures by an indexed field',
      [
        { $match: { user: 'u1', status: { $in: ['new', 'contacted'] } } },
        { $group: { _id: '$status', n: { $sum: 1 }, sum: { $sum: '$score' }, last: { $max: '$at' } } },
        { $sort: { n: -1 } },
      ],
      100,
    ],
    ['all documents', [{ $group: { _id: '$user', n: { $sum: 1 }, first: { $min: '$at' } } }], 300],
    [
      'a range',
      [{ $match: { user: 'u2', at: { $gte: new Date(1_700_000_200_000) } } }, { $group: { _id: '$at' } }],
      34,
    ],
  ])('examines only entries for %s', async (_name, pipeline, keys) => {
    await fill();
    expect(await groupsOf(pipeline)).toEqual(await groupsOf(pipeline, NATURAL));
    expect(await examined(pipeline)).toEqual({ docs: 0, keys, stage: 'GROUP' });
    expect(await examined(pipeline, NATURAL)).toMatchObject({ docs: 300 });
  });

  it.each<[string, Document[]]>([
    ['a field outside of the index', [{ $group: { _id: '$user', x: { $max: '$text' } } }]],
    ['an expression', [{ $group: { _id: '$user', x: { $sum: { $max: ['$score', 1] } } } }]],
    ['a limit', [{ $match: { user: 'u1' } }, { $limit: 7 }, { $group: { _id: '$status', x: { $sum: '$score' } } }]],
    ['a filter that the index does not decide', [{ $match: { text: /^x/ } }, { $group: { _id: '$user' } }]],
  ])('reads documents for %s', async (_name, pipeline) => {
    await fill();
    expect(await groupsOf(pipeline)).toEqual(await groupsOf(pipeline, NATURAL));
    expect((await examined(pipeline)).docs).toBeGreaterThan(0);
  });

  it.each<[string, (collection: Collection<Stored>) => Promise<unknown>]>([
    ['an insert', (collection) => collection.insertOne({ _id: 900, user: 'u1', score: Long.fromNumber(7) })],
    ['an update', (collection) => collection.updateOne({ _id: 1 }, { $set: { score: new Double(7) } })],
    [
      'an upsert',
      (collection) =>
        collection.updateOne({ _id: 901 }, { $set: { user: 'u1', score: new Double(8) } }, { upsert: true }),
    ],
  ])(
    'reads documents once %s stores a number whose key cannot restore it, also after a restart',
    async (_name, write) => {
      await fill();
      const sum = [{ $match: { user: 'u1' } }, { $group: { _id: null, sum: { $sum: '$score' } } }];
      expect(await examined(sum)).toMatchObject({ docs: 0 });
      await write(facts());
      expect(await groupsOf(sum)).toEqual(await groupsOf(sum, NATURAL));
      expect((await examined(sum)).docs).toBeGreaterThan(0);
      await close();
      await open();
      expect((await examined(sum)).docs).toBeGreaterThan(0);
    },
  );
});
