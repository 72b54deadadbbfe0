import { Int32, Long } from 'bson';
import { type Doc, encode, isDoc, isTruthy } from '../bson.ts';
import { FIRST_BATCH } from '../cursors.ts';
import { CommandError } from '../errors.ts';
import { compileFilter, type Matcher } from '../match/compile.ts';
import type { Collection, Index } from '../storage/collection.ts';
import { createIndex, dropIndex } from '../storage/index-build.ts';
import { findConflict, type IndexSpec, parseIndexSpec } from '../storage/index-spec.ts';
import { cursorReply } from '../wire.ts';
import { collectionName, type Command, type CommandContext, docField, naturalField, refuseWhenSet } from './command.ts';

function existing(name: string, command: Doc, context: CommandContext): Collection {
  const collection = context.storage.catalog.find(context.db, collectionName(name, command));
  if (collection === undefined)
    throw new CommandError(26, `ns does not exist: ${context.db}.${collectionName(name, command)}`);
  return collection;
}

const ID_INDEX: Doc = { v: new Int32(2), key: { _id: new Int32(1) }, name: '_id_' };

export const CREATE_INDEXES_FIELDS = ['indexes', 'commitQuorum'];

export const createIndexes: Command = (command, context) => {
  const name = collectionName('createIndexes', command);
  const indexes: unknown = command['indexes'];
  if (!Array.isArray(indexes) || indexes.length === 0)
    throw new CommandError(2, 'Must specify at least one index to create');
  const specs = indexes.map((index: unknown) => {
    if (!isDoc(index)) throw new CommandError(14, 'each index specification must be an object');
    return parseIndexSpec(index);
  });
  const created = context.storage.catalog.find(context.db, name) === undefined;
  try {
    return context.storage.database.atomically(() => build(context, name, specs, created));
  } catch (error) {
    // Removes the changes of the rolled-back statements from the catalog in memory.
    context.storage.catalog.reload();
    throw error;
  }
};

function build(context: CommandContext, name: string, specs: readonly IndexSpec[], created: boolean): Doc {
  const collection = context.storage.catalog.ensure(context.db, name);
  const before = collection.indexes.length + 1;
  for (const spec of specs) {
    if (spec.key.length === 1 && spec.key[0]?.path === '_id') continue;
    if (spec.name === '_id_') throw new CommandError(67, 'The index name _id_ is reserved for the _id index');
    if (findConflict(collection.indexes, spec) === 'new') createIndex(context.storage, collection, spec);
  }
  const after = collection.indexes.length + 1;
  return {
    numIndexesBefore: new Int32(before),
    numIndexesAfter: new Int32(after),
    createdCollectionAutomatically: created,
    ...(before === after && { note: 'all indexes already exist' }),
  };
}

export const listIndexes: Command = (command, context) => {
  const collection = existing('listIndexes', command, context);
  const specs = [ID_INDEX, ...collection.indexes.map(({ spec }) => spec)];
  return listReply(command, context, specs, `${context.db}.${collection.name}`);
};

function listReply(command: Doc, context: CommandContext, docs: readonly Doc[], namespace: string): Uint8Array {
  const batchSize = naturalField(docField(command, 'cursor') ?? {}, 'batchSize') ?? FIRST_BATCH;
  const batch = context.cursors.start(namespace, docs.map(encode).values(), { batchSize, single: false, keep: false });
  return cursorReply('firstBatch', batch.documents, batch.cursorId, namespace);
}

export const dropIndexes: Command = (command, context) => {
  const collection = existing('dropIndexes', command, context);
  const before = collection.indexes.length + 1;
  const indexName = command['index'];
  const doomed =
    indexName === '*'
      ? [...collection.indexes]
      : (Array.isArray(indexName) ? indexName : [indexName]).map((one: unknown) => findIndex(collection, one));
  for (const index of doomed) dropIndex(context.storage, collection, index);
  return { nIndexesWas: new Int32(before) };
};

function findIndex(collection: Collection, wanted: unknown): Index {
  const byKey = isDoc(wanted)
    ? JSON.stringify(Object.entries(wanted).map(([path, value]) => [path, Number(value)]))
    : undefined;
  if (wanted === '_id_' || byKey === '[["_id",1]]') throw new CommandError(72, 'cannot drop _id index');
  const index = collection.indexes.find(({ name, key }) =>
    byKey === undefined
      ? name === wanted
      : JSON.stringify(key.map(({ path, direction }) => [path, direction])) === byKey,
  );
  if (index !== undefined) return index;
  const what =
    byKey === undefined
      ? `index not found with name [${String(wanted)}]`
      : `can't find index with key: ${JSON.stringify(wanted)}`;
  throw new CommandError(27, what);
}

const CREATE_REFUSED = [
  'capped',
  'timeseries',
  'validator',
  'viewOn',
  'clusteredIndex',
  'changeStreamPreAndPostImages',
  'encryptedFields',
  'size',
  'max',
  'expireAfterSeconds',
  'storageEngine',
  'indexOptionDefaults',
];
export const CREATE_FIELDS = [
  ...CREATE_REFUSED,
  'autoIndexId',
  'idIndex',
  'validationLevel',
  'validationAction',
  'collation',
  'pipeline',
];

export const create: Command = (command, context) => {
  refuseWhenSet(command, [...CREATE_REFUSED, 'pipeline']);
  const name = collectionName('create', command);
  const known = context.storage.catalog.find(context.db, name);
  // Creating an existing collection with the same options succeeds, as in MongoDB since 7.0.
  if (known === undefined) context.storage.catalog.create(context.db, name, {});
  return {};
};

function dropCollection(context: CommandContext, collection: Collection): void {
  context.cursors.killAll(`${collection.db}.${collection.name}`);
  context.storage.catalog.drop(collection);
}

export const drop: Command = (command, context) => {
  const name = collectionName('drop', command);
  const collection = context.storage.catalog.find(context.db, name);
  if (collection === undefined) return {};
  const nIndexesWas = new Int32(collection.indexes.length + 1);
  dropCollection(context, collection);
  return { nIndexesWas, ns: `${context.db}.${name}` };
};

export const dropDatabase: Command = (_command, context) => {
  const collections = context.storage.catalog.list(context.db);
  for (const collection of collections) dropCollection(context, collection);
  return collections.length === 0 ? {} : { dropped: context.db };
};

function matcherOf(command: Doc): Matcher {
  return compileFilter(docField(command, 'filter') ?? {});
}

export const listCollections: Command = (command, context) => {
  const matches = matcherOf(command);
  const nameOnly = isTruthy(command['nameOnly']);
  const docs = context.storage.catalog
    .list(context.db)
    .map(({ name, options }): Doc => ({
      name,
      type: 'collection',
      options,
      info: { readOnly: false },
      idIndex: ID_INDEX,
    }))
    .filter(matches)
    .map((doc) => (nameOnly ? { name: doc['name'], type: doc['type'] } : doc));
  return listReply(command, context, docs, `${context.db}.$cmd.listCollections`);
};

export const listDatabases: Command = (command, context) => {
  const matches = matcherOf(command);
  const names = [...new Set(context.storage.catalog.list().map(({ db }) => db))].sort();
  const pages = context.storage.database.get('PRAGMA page_count')?.['page_count'];
  const size = Number(pages ?? 0) * 4096;
  const databases = names
    .map((name): Doc => ({ name, sizeOnDisk: Long.fromNumber(size), empty: false }))
    .filter(matches);
  if (isTruthy(command['nameOnly'])) return { databases: databases.map(({ name }) => ({ name })) };
  return { databases, totalSize: Long.fromNumber(size), totalSizeMb: Long.fromNumber(Math.ceil(size / 2 ** 20)) };
};
