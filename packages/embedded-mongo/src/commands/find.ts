import { type Doc, encode, isDoc, isTruthy, toInteger } from '../bson.ts';
import { FIRST_BATCH } from '../cursors.ts';
import { badValue, CommandError, notSupported, typeMismatch } from '../errors.ts';
import { checkExpression, makeEvaluate } from '../aggregate/expression.ts';
import { compileFilter } from '../match/compile.ts';
import { compileProjection } from '../projection.ts';
import { prepareQuery, type Query, type Row } from '../query/execute.ts';
import type { SortField } from '../query/candidate.ts';
import { parseSort } from '../query/sort-spec.ts';
import { cursorReply } from '../wire.ts';
import { collectionName, type Command, type CommandContext, docField, naturalField, refuseWhenSet } from './command.ts';

export const FIND_FIELDS = [
  'filter',
  'projection',
  'sort',
  'hint',
  'skip',
  'limit',
  'batchSize',
  'singleBatch',
  'noCursorTimeout',
  'allowDiskUse',
  'collation',
  'min',
  'max',
  'returnKey',
  'showRecordId',
  'tailable',
  'awaitData',
  'oplogReplay',
  'allowPartialResults',
];

export const find: Command = (command, context) => {
  const { query, project, single, limit } = prepareFind(command, context);
  const namespace = `${context.db}.${collectionName('find', command)}`;
  const source =
    query === undefined
      ? [].values()
      : project === undefined
        ? bytesOf(query.rows())
        : projected(query.rows(), project);
  const requested = naturalField(command, 'batchSize') ?? FIRST_BATCH;
  const batchSize = single && limit !== undefined ? limit : requested;
  const keep = isTruthy(command['noCursorTimeout']);
  const batch = context.cursors.start(namespace, source, { batchSize, single, keep });
  return cursorReply('firstBatch', batch.documents, batch.cursorId, namespace);
};

interface PreparedFind {
  readonly query: Query | undefined;
  readonly project: ((row: Row) => Doc) | undefined;
  readonly single: boolean;
  readonly limit: number | undefined;
}

/** Parses a find command, for find and explain. Throws if it is malformed, even if the collection is missing. */
export function prepareFind(command: Doc, context: CommandContext): PreparedFind {
  refuseWhenSet(command, ['min', 'max', 'returnKey', 'showRecordId', 'tailable', 'awaitData', 'oplogReplay']);
  const filter = docField(command, 'filter') ?? {};
  const sort = sortOf(docField(command, 'sort') ?? {});
  const skip = naturalField(command, 'skip');
  const wantedLimit = command['limit'] === undefined ? undefined : toInteger(command['limit']);
  if (wantedLimit === undefined && command['limit'] !== undefined && command['limit'] !== null)
    throw typeMismatch("BSON field 'find.limit' is the wrong type");
  if (wantedLimit !== undefined && wantedLimit < 0)
    throw badValue(`BSON field 'limit' value must be >= 0, actual value '${wantedLimit}'`);
  const limit = wantedLimit === 0 ? undefined : wantedLimit;
  const project = projectionOf(command, context.now);
  const collection = context.storage.catalog.find(context.db, collectionName('find', command));
  const spec = { filter, sort, skip, limit, hint: hintOf(command) };
  if (collection === undefined) compileFilter(filter);
  const query = collection === undefined ? undefined : prepareQuery(context.storage, collection, spec);
  return { query, project, single: isTruthy(command['singleBatch']), limit };
}

/** {$natural: 1} is insertion order, which a scan without a sort returns. The reverse order is not supported. */
function sortOf(spec: Doc): SortField[] {
  if (spec['$natural'] === undefined) return parseSort(spec);
  if (toInteger(spec['$natural']) !== 1 || Object.keys(spec).length > 1)
    throw notSupported('$natural other than {$natural: 1}');
  return [];
}

export function hintOf(command: Doc): unknown {
  const hint = command['hint'];
  if (hint === undefined || hint === null || hint === '' || (isDoc(hint) && Object.keys(hint).length === 0))
    return undefined;
  if (typeof hint !== 'string' && !isDoc(hint)) throw new CommandError(9, 'Hint must be a string or an object');
  if (isDoc(hint) && '$natural' in hint && toInteger(hint['$natural']) !== 1)
    throw notSupported('$natural other than {$natural: 1}');
  return hint;
}

/** The projection of find and findAndModify; undefined for the whole document. */
export function projectionOf(
  command: Doc,
  now: Date,
  field = 'projection',
): ((row: Pick<Row, 'doc'>) => Doc) | undefined {
  const spec = docField(command, field);
  if (spec === undefined || Object.keys(spec).length === 0) return undefined;
  checkExpression(Object.values(spec));
  const project = compileProjection(spec, makeEvaluate(now));
  return (row) => project(row.doc());
}

function* bytesOf(rows: Iterable<Row>): Generator<Uint8Array> {
  for (const row of rows) yield row.bytes;
}

function* projected(rows: Iterable<Row>, project: (row: Row) => Doc): Generator<Uint8Array> {
  for (const row of rows) yield encode(project(row));
}
