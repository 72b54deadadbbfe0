import { series } from '@earshot/core/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { BSON, Decimal128, type Document, Double, Int32, Long, MinKey, ObjectId, Timestamp } from 'bson';
import fc from 'fast-check';
import { type Collection, MongoClient } from 'mongodb';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type EmbeddedDocuments, startEmbeddedDocuments } from '../src/index.ts';

let folder: string;
let server: EmbeddedDocuments;
let client: MongoClient;
let collection: Collection;
let faults: string[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-fuzz-'));
  faults = [];
  server = await startEmbeddedDocuments({ folder, log: (line) => faults.push(line) });
  client = await new MongoClient(server.uri, { promoteValues: false, ignoreUndefined: false }).connect();
  collection = client.db('fuzz').collection('c');
  await collection.createIndex({ unique: 1 }, { unique: true, sparse: true });
  await collection.createIndex({ a: 1 });
});
afterAll(async () => {
  await client.close();
  await server.stop();
  rmSync(folder, { recursive: true });
});

const field = fc.constantFrom('a', 'b', 'unique', 'a.b', 'a.0', '', '__proto__', '$a', 'constructor');
const leaf = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.constantFrom<unknown>(null, true, NaN, -0, Infinity, new Date(0), /a/i, Buffer.from('x'), new MinKey()),
  fc.constantFrom<unknown>(
    Long.MAX_VALUE,
    new Int32(1),
    new Double(1),
    Decimal128.fromString('1.0'),
    new Timestamp(1n),
  ),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(field, tie('value'), { maxKeys: 2, noNullPrototype: true }),
  ),
}));
const id = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 9 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(null, 'x', new ObjectId('0'.repeat(24)), { a: 1 }, [1], { $a: 1 }, /a/),
  },
);
const fields = fc.dictionary(field, value, { maxKeys: 3, noNullPrototype: true });
const document = fc.tuple(fc.option(id), fields).map(([_id, rest]) => (_id === null ? rest : { _id, ...rest }));
const condition = fc.oneof(
  value,
  fc
    .tuple(fc.constantFrom('$gt', '$lte', '$ne', '$in', '$type', '$size', '$exists', '$bad'), value)
    .map(([of, with_]) => ({ [of]: with_ })),
);
const filter: fc.Arbitrary<Document> = fc.oneof(
  id.map((_id) => ({ _id })),
  fc.dictionary(field, condition, { maxKeys: 2, noNullPrototype: true }),
);
const operator = fc.constantFrom('$set', '$unset', '$inc', '$min', '$push', '$addToSet', '$pull', '$bad');
const change: fc.Arbitrary<Document> = fc.oneof(
  document,
  fc.dictionary(operator, fields, { minKeys: 1, maxKeys: 2, noNullPrototype: true }),
);
const flag = fc.constantFrom<unknown>(true, false, 1, 0, 'yes', null);
const many = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 4 });
const command: fc.Arbitrary<Document> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record(
      { insert: fc.constant('c'), documents: many(document), ordered: flag },
      { requiredKeys: ['insert', 'documents'] },
    ),
  },
  fc.record(
    {
      update: fc.constant('c'),
      updates: many(fc.record({ q: filter, u: change, upsert: flag, multi: flag }, { requiredKeys: ['q', 'u'] })),
      ordered: flag,
    },
    { requiredKeys: ['update', 'updates'] },
  ),
  fc.record({
    delete: fc.constant('c'),
    deletes: many(fc.record({ q: filter, limit: fc.constantFrom<unknown>(0, 1, 2, 'x') })),
  }),
  fc.record(
    { findAndModify: fc.constant('c'), query: filter, update: change, remove: flag, upsert: flag, new: flag },
    { requiredKeys: ['findAndModify', 'query'] },
  ),
);

const number = z.preprocess((found) => (found instanceof Int32 ? found.value : found), z.number().default(0));
const replyShape = z.object({
  ok: z.preprocess((found) => (found instanceof Double || found instanceof Int32 ? found.value : found), z.number()),
  n: number,
  nModified: number,
  upserted: z.array(z.unknown()).default([]),
  writeErrors: z.array(z.object({ index: number })).default([]),
  lastErrorObject: z
    .object({ n: number, updatedExisting: z.boolean().optional(), upserted: z.unknown().optional() })
    .optional(),
});
type Reply = z.infer<typeof replyShape>;

/** The bytes of each document by the bytes of its id. */
async function stored(): Promise<Map<string, string>> {
  const all = await collection.find({}, { promoteValues: false }).toArray();
  const hex = (one: Document) => Buffer.from(BSON.serialize(one, { ignoreUndefined: false })).toString('hex');
  return new Map(all.map((one) => [hex({ _id: one['_id'] }), hex(one)]));
}

function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) {
  const added = [...after.keys()].filter((key) => !before.has(key)).length;
  const removed = [...before.keys()].filter((key) => !after.has(key)).length;
  const changed = [...before].filter(([key, bytes]) => after.has(key) && after.get(key) !== bytes).length;
  return { added, removed, changed };
}

/** How many statements an update has; null for another command. */
const statementsOf = (sent: Document) => z.array(z.unknown()).safeParse(sent['updates']).data?.length ?? null;

/** What the reply says was written. `changed` is the most that can differ: an update may write what was there. */
function acknowledged(sent: Document, reply: Reply) {
  const none = { added: 0, removed: 0, changed: 0 };
  if (reply.ok !== 1) return none;
  if ('insert' in sent) return { ...none, added: reply.n };
  if ('delete' in sent) return { ...none, removed: reply.n };
  if (statementsOf(sent) !== null) return { ...none, added: reply.upserted.length, changed: reply.nModified };
  const { n = 0, updatedExisting, upserted } = reply.lastErrorObject ?? {};
  if (updatedExisting === undefined) return { ...none, removed: n };
  return upserted === undefined ? { ...none, changed: n } : { ...none, added: 1 };
}

async function send(sent: Document): Promise<Reply> {
  try {
    return replyShape.parse(await client.db('fuzz').command(sent));
  } catch (error) {
    const refused = z.object({ errorResponse: z.unknown() }).safeParse(error);
    if (!refused.success) throw error;
    return replyShape.parse(refused.data.errorResponse);
  }
}

it('acknowledges what it wrote, and an error wrote nothing', async () => {
  const seen = { refused: 0, partly: 0, written: 0 };
  let before = await stored();
  const run = fc.asyncProperty(command, async (sent) => {
    const reply = await send(sent);
    const after = await stored();
    const found = differences(before, after);
    before = after;
    const promised = acknowledged(sent, reply);
    expect({ reply, ...found, changed: 0 }).toEqual({ reply, ...promised, changed: 0 });
    expect(found.changed).toBeLessThanOrEqual(promised.changed);
    // Several statements may change the same document.
    if (statementsOf(sent) === 1) expect(found.changed).toBe(promised.changed);
    expect(faults).toEqual([]);
    if (reply.ok !== 1) seen.refused += 1;
    else if (reply.writeErrors.length > 0) seen.partly += 1;
    else if (found.added + found.removed + found.changed > 0) seen.written += 1;
    if (after.size > 20) {
      await collection.deleteMany({});
      before = new Map();
    }
  });
  const numRuns = series({ ci: 2_000, soak: 100_000 });
  await fc.assert(run, { numRuns, endOnFailure: true });
  expect(Math.min(seen.refused, seen.partly, seen.written)).toBeGreaterThan(numRuns / 50);
});
