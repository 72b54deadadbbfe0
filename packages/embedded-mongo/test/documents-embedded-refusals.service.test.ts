import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Decimal128, type Document, Long } from 'mongodb';
import { startEmbeddedDocuments } from '../src/index.ts';
import { closeWorld, openWorld, refusal, type World } from './suite/world.ts';

let folder = '';
let server: Awaited<ReturnType<typeof startEmbeddedDocuments>>;
let world: World;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-refusals-'));
  server = await startEmbeddedDocuments({ folder });
  world = await openWorld(server.uri, 'embedded');
});

afterAll(async () => {
  await closeWorld(world);
  await server.stop();
  await rm(folder, { recursive: true });
});

const index =
  (extra: Document, key: Document = { a: 1 }) =>
  (c: string) => ({
    createIndexes: c,
    indexes: [{ key, name: 'x', ...extra }],
  });
const aggregate = (stage: Document) => (c: string) => ({ aggregate: c, pipeline: [stage], cursor: {} });
const change =
  (update: Document, extra: Document = {}) =>
  (c: string) => ({ findAndModify: c, query: {}, update, ...extra });
const find =
  (filter: Document, extra: Document = {}) =>
  (c: string) => ({ find: c, filter, ...extra });

type Unsupported = readonly [name: string, command: (collection: string) => Document, pattern: RegExp];

/** Features that the embedded server lacks. Each error must name the feature, which is never ignored silently. */
const UNSUPPORTED: readonly Unsupported[] = [
  ['a text index', index({}, { a: 'text' }), /text/],
  ['a hashed index', index({}, { a: 'hashed' }), /hashed/],
  ['a geographic index', index({}, { a: '2dsphere' }), /2dsphere/],
  ['a wildcard index', index({}, { '$**': 1 }), /\$\*\*|wildcard/],
  ['an index with a collation', index({ collation: { locale: 'de', strength: 1 } }), /collation/],
  ['a query with a collation', find({}, { collation: { locale: 'de', strength: 1 } }), /collation/],
  ['$expr', find({ $expr: { $eq: ['$a', 1] } }), /\$expr/],
  ['variables', find({}, { let: { x: 1 } }), /let/],
  ['$where', find({ $where: 'this.a === 1' }), /\$where/],
  ['$text', find({ $text: { $search: 'a' } }), /\$text/],
  ['$near', find({ a: { $near: [0, 0] } }), /\$near/],
  [
    '$geoWithin',
    find({
      a: {
        $geoWithin: {
          $box: [
            [0, 0],
            [1, 1],
          ],
        },
      },
    }),
    /\$geoWithin/,
  ],
  ['a tailable cursor', find({}, { tailable: true }), /tailable/],
  ['a change stream', aggregate({ $changeStream: {} }), /\$changeStream/],
  ...['$out', '$merge', '$lookup', '$facet'].map((name): Unsupported => [
    name,
    aggregate({ [name]: {} }),
    new RegExp(`\\${name}`),
  ]),
  ['$mod', find({ a: { $mod: [2, 1] } }), /\$mod/],
  ['decimals', change({ $inc: { a: Decimal128.fromString('1') } }), /decimals/],
  ['$rename', change({ $rename: { a: 'b' } }), /\$rename/],
  ['the positional operator', change({ $set: { 'list.$.a': 1 } }), /positional path 'list\.\$\.a'/],
  ['array filters', change({ $set: { a: 1 } }, { arrayFilters: [{ x: 1 }] }), /arrayFilters/],
  ['a positional projection', find({}, { projection: { 'list.$': 1 } }), /list\.\$/],
  ['$graphLookup', aggregate({ $graphLookup: {} }), /\$graphLookup/],
  ['$function', aggregate({ $set: { x: { $function: { body: 'f', args: [], lang: 'js' } } } }), /\$function/],
  ['$accumulator', aggregate({ $group: { _id: 1, x: { $accumulator: {} } } }), /\$accumulator/],
  ['mapReduce', (c) => ({ mapReduce: c, map: 'm', reduce: 'r', out: { inline: 1 } }), /mapReduce/],
  ['a capped collection', (c) => ({ create: `${c}_new`, capped: true, size: 4096 }), /capped/],
  ['a validator', (c) => ({ create: `${c}_new`, validator: { a: 1 } }), /validator/],
  ['a view', (c) => ({ create: `${c}_new`, viewOn: c, pipeline: [] }), /view/i],
  ['a time series', (c) => ({ create: `${c}_new`, timeseries: { timeField: 'at' } }), /timeseries/],
];

describe('the embedded server names unsupported features', () => {
  it.each(UNSUPPORTED)('%s', async (_name, command, pattern) => {
    const collection = await world.collection([{ _id: 1, a: 1 }]);
    expect((await refusal(world.db.command(command(collection.collectionName)))).message).toMatch(pattern);
    expect(await collection.indexes()).toHaveLength(1);
  });

  it('a transaction, without running any part of it', async () => {
    const collection = await world.collection([{ _id: 1 }]);
    const transaction = { txnNumber: Long.fromNumber(1), startTransaction: true, autocommit: false };
    const insert = { insert: collection.collectionName, documents: [{ _id: 2 }] };
    await refusal(world.db.command({ ...insert, ...transaction }));
    const session = world.client.startSession();
    const work = session.withTransaction(() => collection.insertOne({ _id: 3 }, { session }));
    await expect(work).rejects.toThrow(/transaction|sessions/i);
    await session.endSession();
    expect(await collection.countDocuments()).toBe(1);
  });

  it('a change stream of the driver', async () => {
    const collection = await world.collection([{ _id: 1 }]);
    const stream = collection.watch();
    await expect(stream.next()).rejects.toThrow(/changeStream/);
    await stream.close();
  });
});
