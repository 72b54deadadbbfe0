import { Int32, Long } from 'bson';
import { type Doc, encode, isDoc, toInteger } from '../bson.ts';
import { makeEvaluate } from '../aggregate/expression.ts';
import { type PreparedPipeline, preparePipeline } from '../aggregate/pipeline.ts';
import { FIRST_BATCH } from '../cursors.ts';
import { CommandError, notSupported } from '../errors.ts';
import { encodeKey } from '../keys.ts';
import { compileFilter } from '../match/compile.ts';
import { indexedValues } from '../paths.ts';
import { prepareQuery, type Query } from '../query/execute.ts';
import { cursorReply } from '../wire.ts';
import { collectionName, type Command, type CommandContext, docField, naturalField, refuseWhenSet } from './command.ts';
import { hintOf } from './find.ts';

export const getMore: Command = (command, context) => {
  const id = command['getMore'];
  if (!(id instanceof Long))
    throw new CommandError(14, "BSON field 'getMore.getMore' is the wrong type, expected type 'long'");
  const namespace = `${context.db}.${collectionName('collection', command)}`;
  const batchSize = naturalField(command, 'batchSize');
  const batch = context.cursors.more(id.toBigInt(), namespace, batchSize === 0 ? undefined : batchSize);
  return cursorReply('nextBatch', batch.documents, batch.cursorId, namespace);
};

export const killCursors: Command = (command, context) => {
  const namespace = `${context.db}.${collectionName('killCursors', command)}`;
  const ids: unknown = command['cursors'];
  if (!Array.isArray(ids)) throw new CommandError(14, "BSON field 'killCursors.cursors' must be an array");
  const cursorsKilled: unknown[] = [];
  const cursorsNotFound: unknown[] = [];
  for (const id of ids) {
    const killed = id instanceof Long && context.cursors.kill(id.toBigInt(), namespace);
    (killed ? cursorsKilled : cursorsNotFound).push(id);
  }
  return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [] };
};

export const COUNT_FIELDS = ['query', 'limit', 'skip', 'hint', 'collation', 'fields'];

export const count: Command = (command, context) => ({ n: new Int32(prepareCount(command, context)?.count() ?? 0) });

export function prepareCount(command: Doc, context: CommandContext): Query | undefined {
  const filter = docField(command, 'query') ?? {};
  const collection = context.storage.catalog.find(context.db, collectionName('count', command));
  if (collection === undefined) {
    compileFilter(filter);
    return undefined;
  }
  const limit = toInteger(command['limit'] ?? 0) ?? 0;
  const spec = { filter, skip: naturalField(command, 'skip'), limit: Math.abs(limit), hint: hintOf(command) };
  return prepareQuery(context.storage, collection, spec);
}

export const DISTINCT_FIELDS = ['key', 'query', 'hint', 'collation'];

export const distinct: Command = (command, context) => {
  const key = command['key'];
  if (typeof key !== 'string' || key === '')
    throw new CommandError(14, "BSON field 'distinct.key' is the wrong type or empty, expected type 'string'");
  const filter = docField(command, 'query') ?? {};
  const collection = context.storage.catalog.find(context.db, collectionName('distinct', command));
  if (collection === undefined) {
    compileFilter(filter);
    return { values: [] };
  }
  const found = new Map<string, unknown>();
  const parts = key.split('.');
  for (const row of prepareQuery(context.storage, collection, { filter, hint: hintOf(command) }).rows()) {
    for (const value of indexedValues(row.doc(), parts).values)
      if (value !== undefined) found.set(encodeKey(value), value);
  }
  const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  return { values: sorted.map(([, value]) => value) };
};

export const AGGREGATE_FIELDS = ['pipeline', 'cursor', 'explain', 'allowDiskUse', 'hint', 'collation'];

export const aggregate: Command = (command, context) => {
  refuseWhenSet(command, ['explain']);
  const cursor = docField(command, 'cursor');
  if (cursor === undefined)
    throw new CommandError(9, "The 'cursor' option is required, except for aggregate with the explain argument");
  const { documents } = prepareAggregate(command, context);
  const namespace = `${context.db}.${collectionName('aggregate', command)}`;
  const batchSize = naturalField(cursor, 'batchSize') ?? FIRST_BATCH;
  const batch = context.cursors.start(namespace, encoded(documents()), { batchSize, single: false, keep: false });
  return cursorReply('firstBatch', batch.documents, batch.cursorId, namespace);
};

function stagesOf(command: Doc): Doc[] {
  const pipeline: unknown = command['pipeline'];
  if (!Array.isArray(pipeline) || !pipeline.every(isDoc))
    throw new CommandError(14, 'The pipeline of aggregate must be an array of objects');
  return pipeline;
}

export function prepareAggregate(command: Doc, context: CommandContext): PreparedPipeline {
  if (typeof command['aggregate'] !== 'string') throw notSupported('aggregate over a whole database');
  return preparePipeline({
    storage: context.storage,
    collection: context.storage.catalog.find(context.db, collectionName('aggregate', command)),
    pipeline: stagesOf(command),
    evaluate: makeEvaluate(context.now),
    hint: hintOf(command),
  });
}

function* encoded(documents: Iterable<Doc>): Generator<Uint8Array> {
  for (const document of documents) if (isDoc(document)) yield encode(document);
}
