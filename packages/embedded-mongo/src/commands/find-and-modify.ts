import { Int32 } from 'bson';
import { type Doc, isTruthy } from '../bson.ts';
import { failedToParse } from '../errors.ts';
import { compileFilter } from '../match/compile.ts';
import { prepareQuery } from '../query/execute.ts';
import { parseSort } from '../query/sort-spec.ts';
import { removeDocument } from '../storage/documents.ts';
import type { Update } from '../update/compile.ts';
import { collectionName, type Command, type CommandContext, docField } from './command.ts';
import { hintOf, projectionOf } from './find.ts';
import { makeUpdate, updateRow, upsertInto } from './write.ts';

export const FIND_AND_MODIFY_FIELDS = [
  'query',
  'sort',
  'remove',
  'update',
  'new',
  'fields',
  'upsert',
  'hint',
  'collation',
];

/** Finds one document and updates or removes it atomically. */
export function findAndModify(name: 'findAndModify' | 'findandmodify'): Command {
  return (command, context) => {
    const filter = docField(command, 'query') ?? {};
    compileFilter(filter);
    const project = projectionOf(command, context.now, 'fields');
    const shown = (doc: Doc | undefined) =>
      doc === undefined ? null : project === undefined ? doc : project({ doc: () => doc });
    const result = modify({ name: collectionName(name, command), command, context, filter });
    return { lastErrorObject: result.last, value: shown(result.value) };
  };
}

interface Request {
  readonly name: string;
  readonly command: Doc;
  readonly context: CommandContext;
  readonly filter: Doc;
}

interface Outcome {
  readonly value: Doc | undefined;
  readonly last: Doc;
}

function modify(request: Request): Outcome {
  const { command, context, filter, name } = request;
  const removes = isTruthy(command['remove']);
  const change = removes ? undefined : changeOf(request);
  if (removes) refuseWithRemove(command);
  const collection = context.storage.catalog.find(context.db, name);
  const spec = { filter, sort: parseSort(docField(command, 'sort') ?? {}), limit: 1, hint: hintOf(command) };
  const row = collection === undefined ? undefined : firstOf(prepareQuery(context.storage, collection, spec).rows());
  if (collection === undefined || row === undefined) return missing(request, change);
  if (change === undefined) {
    removeDocument(context.storage, collection, row.rid);
    return { value: row.doc(), last: { n: new Int32(1) } };
  }
  const { before, after } = updateRow(context, collection, row.rid, change);
  return { value: isTruthy(command['new']) ? after : before, last: { n: new Int32(1), updatedExisting: true } };
}

function changeOf({ command, context }: Request): Update {
  if (command['update'] === undefined) throw failedToParse('Either an update or remove=true must be specified');
  return makeUpdate(command['update'], context.now);
}

function refuseWithRemove(command: Doc): void {
  if (command['update'] !== undefined) throw failedToParse('Cannot specify both an update and remove=true');
  if (isTruthy(command['new']))
    throw failedToParse("Cannot specify both new=true and remove=true; 'remove' always returns the deleted document");
  if (isTruthy(command['upsert'])) throw failedToParse('Cannot specify both upsert=true and remove=true');
}

function missing({ command, context, name, filter }: Request, change: Update | undefined): Outcome {
  if (change === undefined) return { value: undefined, last: { n: new Int32(0) } };
  if (!isTruthy(command['upsert'])) return { value: undefined, last: { n: new Int32(0), updatedExisting: false } };
  const { doc } = upsertInto(context, name, filter, change);
  const last = { n: new Int32(1), updatedExisting: false, upserted: doc['_id'] };
  return { value: isTruthy(command['new']) ? doc : undefined, last };
}

function firstOf<T>(items: Iterator<T>): T | undefined {
  const result = items.next();
  return result.done === true ? undefined : result.value;
}
