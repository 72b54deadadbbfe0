import { Int32 } from 'bson';
import { type Doc, decode, encode, getField, isDoc, isTruthy } from '../bson.ts';
import { CommandError, failedToParse, messageOf } from '../errors.ts';
import { compareKeys, encodeKey } from '../keys.ts';
import { compileFilter } from '../match/compile.ts';
import { prepareQuery, type Row } from '../query/execute.ts';
import { parseSort } from '../query/sort-spec.ts';
import type { Collection } from '../storage/collection.ts';
import { insertDocument, readDocument, removeDocument, replaceDocument } from '../storage/documents.ts';
import { makeEvaluate } from '../aggregate/expression.ts';
import { compileUpdate, type Update, upsertBase, withId } from '../update/compile.ts';
import {
  checkBatch,
  collectionName,
  type Command,
  type CommandContext,
  docField,
  documentsOf,
  limitOf,
} from './command.ts';
import { hintOf } from './find.ts';

/** Runs the statements of one command. An ordered command stops at the first error. */
function runStatements<T>(command: Doc, statements: readonly T[], run: (statement: T, index: number) => void): Doc[] {
  checkBatch(statements.length);
  const ordered = command['ordered'] !== false;
  const writeErrors: Doc[] = [];
  for (const [index, statement] of statements.entries()) {
    try {
      run(statement, index);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      writeErrors.push({ index: new Int32(index), code: new Int32(error.code), ...error.extra, errmsg: error.message });
      if (ordered) break;
    }
  }
  return writeErrors;
}

function reply(fields: Doc, writeErrors: readonly Doc[]): Doc {
  return writeErrors.length === 0 ? fields : { ...fields, writeErrors };
}

/** A statement is decoded in the body, or bytes in a separate section. */
function statementDoc(statement: unknown): Doc {
  const doc = statement instanceof Uint8Array ? decodeOutside(statement) : statement;
  if (!isDoc(doc)) throw new CommandError(14, 'a write statement must be an object');
  return doc;
}

function decodeOutside(bytes: Uint8Array): Doc {
  try {
    return decode(bytes);
  } catch (error) {
    throw new CommandError(22, `invalid BSON: ${messageOf(error)}`);
  }
}

export const INSERT_FIELDS = ['documents', 'ordered'];

export const insert: Command = (command, context) => {
  const name = collectionName('insert', command);
  const documents = documentsOf(command, context, 'documents');
  checkBatch(documents.length);
  const collection = context.storage.catalog.ensure(context.db, name);
  let n = 0;
  const writeErrors = runStatements(command, documents, (document) => {
    const { doc, bytes } = storable(document);
    insertDocument(context.storage, collection, doc, bytes);
    n += 1;
  });
  return reply({ n: new Int32(n) }, writeErrors);
};

/** Prepares a document for storage: adds a missing _id, moves it to the front and keeps all other bytes. */
function storable(document: unknown): { doc: Doc; bytes: Uint8Array } {
  const doc = statementDoc(document);
  checkId(getField(doc, '_id'));
  if (Object.keys(doc)[0] === '_id' && document instanceof Uint8Array) return { doc, bytes: document };
  const arranged = withId(doc);
  return { doc: arranged, bytes: encode(arranged) };
}

function checkId(id: unknown): void {
  if (Array.isArray(id)) throw new CommandError(53, "The '_id' value cannot be of type array");
  if (id instanceof RegExp || (isTagged(id) && id._bsontype === 'BSONRegExp'))
    throw new CommandError(53, "The '_id' value cannot be of type regex");
  if (isDoc(id) && Object.keys(id)[0]?.startsWith('$') === true)
    throw new CommandError(
      52,
      `_id fields may not contain '$'-prefixed fields: ${Object.keys(id)[0] ?? ''} is not valid for storage.`,
    );
}

function isTagged(value: unknown): value is { _bsontype: unknown } {
  return typeof value === 'object' && value !== null && '_bsontype' in value;
}

export const UPDATE_FIELDS = ['updates', 'ordered'];
const UPDATE_STATEMENT = new Set(['q', 'u', 'upsert', 'multi', 'collation', 'hint', 'sort']);

export const update: Command = (command, context) => {
  const name = collectionName('update', command);
  const upserted: Doc[] = [];
  let n = 0;
  let nModified = 0;
  const statements = readStatements(documentsOf(command, context, 'updates'), UPDATE_STATEMENT, 'update.updates');
  const writeErrors = runStatements(command, statements, (statement, index) => {
    const result = updateStatement(statement, name, context);
    n += result.matched + (result.upsertedId === undefined ? 0 : 1);
    nModified += result.modified;
    if (result.upsertedId !== undefined) upserted.push({ index: new Int32(index), _id: result.upsertedId });
  });
  const fields: Doc = { n: new Int32(n), nModified: new Int32(nModified) };
  return reply(upserted.length === 0 ? fields : { ...fields, upserted }, writeErrors);
};

/** Checks all statements before the first one runs, because a malformed one fails the whole command. */
function readStatements(raw: readonly unknown[], known: ReadonlySet<string>, where: string): Doc[] {
  return raw.map((one) => {
    const statement = statementDoc(one);
    checkStatement(statement, known, where);
    return statement;
  });
}

function checkStatement(statement: Doc, known: ReadonlySet<string>, where: string): void {
  for (const field of Object.keys(statement)) {
    if (!known.has(field)) throw new CommandError(40415, `BSON field '${where}.${field}' is an unknown field.`);
  }
  if (statement['collation'] !== undefined)
    throw new CommandError(115, 'collation is not supported by the embedded documents server');
  if (!isDoc(statement['q'])) throw new CommandError(40414, `BSON field '${where}.q' is missing but a required field`);
}

interface UpdateResult {
  readonly matched: number;
  readonly modified: number;
  readonly upsertedId?: unknown;
}

function updateStatement(statement: Doc, name: string, context: CommandContext): UpdateResult {
  const filter = docField(statement, 'q') ?? {};
  const multi = isTruthy(statement['multi']);
  const change = makeUpdate(statement['u'], context.now);
  if (multi && change.replaces) throw failedToParse('multi update is not supported for replacement-style update');
  if (multi && statement['sort'] !== undefined) throw failedToParse('Cannot specify sort with multi=true');
  const collection = context.storage.catalog.find(context.db, name);
  compileFilter(filter);
  const sort = parseSort(docField(statement, 'sort') ?? {});
  const spec = { filter, sort, limit: multi ? undefined : 1, hint: hintOf(statement) };
  // Finds all matches before the first write, so that no document is found again after an update has moved it.
  const rows = collection === undefined ? [] : ridsOf(prepareQuery(context.storage, collection, spec).rows());
  if (rows.length === 0 && isTruthy(statement['upsert'])) {
    const { doc } = upsertInto(context, name, filter, change);
    return { matched: 0, modified: 0, upsertedId: doc['_id'] };
  }
  const modified = collection === undefined ? 0 : updateRows(context, collection, rows, change);
  return { matched: rows.length, modified };
}

/** Updates all rows or none. The reply of a statement that fails does not count rows that it had already updated. */
function updateRows(context: CommandContext, collection: Collection, rids: readonly number[], change: Update): number {
  const updateAll = () => rids.filter((rid) => updateRow(context, collection, rid, change).changed).length;
  if (rids.length < 2) return updateAll();
  try {
    return context.storage.database.atomically(updateAll);
  } catch (error) {
    // The statements that were rolled back may have changed indexes.
    context.storage.catalog.reload();
    throw error;
  }
}

export function makeUpdate(update: unknown, now: Date): Update {
  return compileUpdate({ update, evaluate: makeEvaluate(now) });
}

function ridsOf(rows: Iterable<Row>): number[] {
  return Array.from(rows, ({ rid }) => rid);
}

/** Updates one stored document. An update without effect writes nothing. */
export function updateRow(
  context: CommandContext,
  collection: Collection,
  rid: number,
  change: Update,
): { before: Doc; after: Doc; changed: boolean } {
  const bytes = readDocument(context.storage, collection, rid);
  if (bytes === undefined) throw new CommandError(1, 'a document vanished while it was updated');
  const before = decode(bytes);
  const after = change.apply(before, { inserting: false });
  const encoded = encode(after);
  const changed = Buffer.compare(bytes, encoded) !== 0;
  if (changed) replaceDocument(context.storage, collection, rid, after, encoded);
  return { before, after, changed };
}

export function upsertInto(context: CommandContext, name: string, filter: Doc, change: Update): { doc: Doc } {
  const base = upsertBase(filter, change);
  const doc = withId(change.apply(base, { inserting: true }));
  const id = getField(base, '_id');
  if (id !== undefined && compareKeys(encodeKey(id), encodeKey(doc['_id'])) !== 0) {
    throw new CommandError(66, "Performing an update on the path '_id' would modify the immutable field '_id'");
  }
  checkId(doc['_id']);
  insertDocument(context.storage, context.storage.catalog.ensure(context.db, name), doc, encode(doc));
  return { doc };
}

export const DELETE_FIELDS = ['deletes', 'ordered'];
const DELETE_STATEMENT = new Set(['q', 'limit', 'collation', 'hint']);

export const remove: Command = (command, context) => {
  const collection = context.storage.catalog.find(context.db, collectionName('delete', command));
  let n = 0;
  const statements = readStatements(documentsOf(command, context, 'deletes'), DELETE_STATEMENT, 'delete.deletes');
  const writeErrors = runStatements(command, statements, (statement) => {
    const filter = docField(statement, 'q') ?? {};
    compileFilter(filter);
    const limit = limitOf(statement['limit']);
    if (collection === undefined) return;
    const spec = { filter, limit: limit === 1 ? 1 : undefined, hint: hintOf(statement) };
    const rids = ridsOf(prepareQuery(context.storage, collection, spec).rows());
    for (const rid of rids) removeDocument(context.storage, collection, rid);
    n += rids.length;
  });
  return reply({ n: new Int32(n) }, writeErrors);
};
