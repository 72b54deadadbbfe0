import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { Document } from 'mongodb';
import { type Case, type Doc, testCase, type Topic } from './world.ts';

/** Few fields and values, so that random filters often match random documents. */
const value = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constantFrom(0.5, 2.5, 'a', 'b', '', null, true, false));
const field = fc.constantFrom('a', 'b', 'c');
const doc = fc.dictionary(field, value, { maxKeys: 3, noNullPrototype: true });
const docs = fc.array(doc, { minLength: 5, maxLength: 25 });

type Value = number | string | boolean | null | undefined;

/** MongoDB's order of types for the values above. A missing field counts as null. */
const rank = (v: Value): number =>
  v === null || v === undefined ? 0 : typeof v === 'number' ? 1 : typeof v === 'string' ? 2 : 3;

function compare(a: Value, b: Value): number {
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (a === b || rank(a) === 0) return 0;
  return String(a) < String(b) || (typeof a === 'number' && typeof b === 'number' && a < b) ? -1 : 1;
}

type Test = (v: Value) => boolean;

/** A condition on one field in MongoDB's syntax and the equivalent in JavaScript. */
const condition: fc.Arbitrary<{ mongo: unknown; test: Test }> = fc.oneof(
  value.map((x) => ({ mongo: x, test: (v: Value) => compare(v, x) === 0 })),
  value.map((x) => ({ mongo: { $ne: x }, test: (v: Value) => compare(v, x) !== 0 })),
  value.map((x) => ({ mongo: { $gt: x }, test: (v: Value) => rank(v) === rank(x) && compare(v, x) > 0 })),
  value.map((x) => ({ mongo: { $lte: x }, test: (v: Value) => rank(v) === rank(x) && compare(v, x) <= 0 })),
  fc
    .array(value, { maxLength: 3 })
    .map((xs) => ({ mongo: { $in: xs }, test: (v: Value) => xs.some((x) => compare(v, x) === 0) })),
  fc
    .array(value, { maxLength: 3 })
    .map((xs) => ({ mongo: { $nin: xs }, test: (v: Value) => !xs.some((x) => compare(v, x) === 0) })),
  fc.boolean().map((there) => ({ mongo: { $exists: there }, test: (v: Value) => (v !== undefined) === there })),
  value.map((x) => ({
    mongo: { $not: { $gte: x } },
    test: (v: Value) => !(rank(v) === rank(x) && compare(v, x) >= 0),
  })),
);

interface Model {
  mongo: Document;
  test(doc: Record<string, Value>): boolean;
}

const simple: fc.Arbitrary<Model> = fc
  .uniqueArray(fc.tuple(field, condition), { minLength: 1, maxLength: 3, selector: ([name]) => name })
  .map((parts) => ({
    mongo: Object.fromEntries(parts.map(([name, { mongo }]) => [name, mongo])),
    test: (doc) => parts.every(([name, { test }]) => test(doc[name])),
  }));

const filter: fc.Arbitrary<Model> = fc.oneof(
  { weight: 3, arbitrary: simple },
  fc.array(simple, { minLength: 1, maxLength: 3 }).map((parts) => ({
    mongo: { $or: parts.map(({ mongo }) => mongo) },
    test: (doc: Record<string, Value>) => parts.some(({ test }) => test(doc)),
  })),
  fc.tuple(simple, simple).map(([one, other]) => ({
    mongo: { $and: [one.mongo, { $nor: [other.mongo] }] },
    test: (doc: Record<string, Value>) => one.test(doc) && !other.test(doc),
  })),
);

const INDEXES = [{ a: 1 }, { b: -1, a: 1 }, { c: 1, b: 1, a: -1 }] as const;
const direction = fc.constantFrom(1 as const, -1 as const);
const order = fc.uniqueArray(fc.tuple(field, direction), { minLength: 1, maxLength: 3, selector: ([name]) => name });

const reads: Case[] = [false, true].map((withIndexes) =>
  testCase(
    `find, count, sort and paging agree with a model in JavaScript, ${withIndexes ? 'with' : 'without'} indexes`,
    async (world) => {
      const query = fc.tuple(filter, order, fc.nat(4), fc.integer({ min: 1, max: 8 }));
      const runs = fc.tuple(docs, fc.array(query, { minLength: 8, maxLength: 8 }));
      await fc.assert(
        fc.asyncProperty(runs, async ([made, queries]) => {
          const stored = made.map((one, _id) => ({ _id, ...one }));
          const collection = await world.collection(stored);
          if (withIndexes) for (const key of INDEXES) await collection.createIndex(key);
          for (const [{ mongo, test }, sort, skip, limit] of queries) {
            const rows = stored.map((doc): { _id: number; doc: Record<string, Value> } => ({ _id: doc._id, doc }));
            const wanted = rows.filter((row) => test(row.doc));
            wanted.sort(
              (x, y) =>
                sort.map(([name, way]) => way * compare(x.doc[name], y.doc[name])).find((c) => c !== 0) ??
                x._id - y._id,
            );
            const found = await collection
              .find(mongo)
              .sort([...sort, ['_id', 1]])
              .skip(skip)
              .limit(limit)
              .toArray();
            expect(found.map((doc) => doc._id)).toEqual(wanted.slice(skip, skip + limit).map((row) => row._id));
            expect(await collection.countDocuments(mongo)).toBe(wanted.length);
          }
        }),
        { numRuns: 12 },
      );
    },
  ),
);

/** Updates of flat documents, each with the equivalent in JavaScript. */
const update: fc.Arbitrary<{ mongo: Document; apply(doc: Map<string, Value>): void }> = fc.oneof(
  fc.tuple(field, value).map(([name, x]) => ({
    mongo: { $set: { [name]: x } },
    apply: (doc: Map<string, Value>) => void doc.set(name, x),
  })),
  field.map((name) => ({
    mongo: { $unset: { [name]: '' } },
    apply: (doc: Map<string, Value>) => void doc.delete(name),
  })),
  fc.tuple(field, value).map(([name, x]) => ({
    mongo: { $max: { [name]: x } },
    apply: (doc: Map<string, Value>) =>
      void (!doc.has(name) || compare(x, doc.get(name)) > 0 ? doc.set(name, x) : undefined),
  })),
  fc.tuple(field, value).map(([name, x]) => ({
    mongo: { $min: { [name]: x } },
    apply: (doc: Map<string, Value>) =>
      void (!doc.has(name) || compare(x, doc.get(name)) < 0 ? doc.set(name, x) : undefined),
  })),
);

const writes: Case[] = [
  testCase('updates and deletes agree with a model in JavaScript, also through indexes', async (world) => {
    const step = fc.tuple(filter, fc.option(update, { freq: 5 }), fc.boolean());
    await fc.assert(
      fc.asyncProperty(docs, fc.array(step, { minLength: 10, maxLength: 10 }), async (made, steps) => {
        const collection = await world.collection(made.map((one, _id) => ({ _id, ...one })));
        for (const key of INDEXES) await collection.createIndex(key);
        const model = new Map(made.map((one, _id) => [_id, new Map<string, Value>(Object.entries(one))]));
        for (const [{ mongo, test }, change] of steps) {
          const hit = [...model].filter(([, doc]) => test(Object.fromEntries(doc)));
          if (change) {
            await collection.updateMany(mongo, change.mongo);
            for (const [, doc] of hit) change.apply(doc);
          } else {
            expect(await collection.deleteMany(mongo)).toMatchObject({ deletedCount: hit.length });
            for (const [_id] of hit) model.delete(_id);
          }
        }
        const found = await collection.find().sort({ _id: 1 }).toArray();
        expect(found).toEqual([...model].map(([_id, doc]): Doc => ({ _id, ...Object.fromEntries(doc) })));
        for (const name of ['a', 'b', 'c']) {
          const sorted = await collection
            .find()
            .sort({ [name]: 1 })
            .toArray();
          expect(sorted).toHaveLength(model.size);
        }
      }),
      { numRuns: 12 },
    );
  }),
];

export const propertyTopics: readonly Topic[] = [{ topic: 'properties', cases: [...reads, ...writes] }];
