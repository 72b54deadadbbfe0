import { type Doc, isDoc, isNumeric } from '../bson.ts';
import { decodeKey } from '../decode-key.ts';
import { NULL_KEY } from '../keys.ts';
import type { Query } from '../query/execute.ts';
import type { IndexPlan } from '../query/candidate.ts';
import type { Collection } from '../storage/collection.ts';
import type { Storage } from '../storage/storage.ts';
import { indexColumn } from '../storage/index-build.ts';
import { hasPlainKeys } from '../storage/plain-paths.ts';
import { type Field, fresh, type Group, present, readField } from './group-stages.ts';

/** A $group that reads index entries instead of documents. */
export interface CoveredGroup {
  readonly plan: IndexPlan;
  readonly documents: () => Doc[];
}

/** The fields that a $group reads, if it reads only fields. */
interface Wanted {
  /** The field to group by; undefined for a single group. */
  readonly groupPath: string | undefined;
  readonly id: unknown;
  readonly fields: readonly Field[];
  /** Fields of $sum and $avg, which need every value. */
  readonly summed: readonly string[];
  /** Fields of $min and $max. */
  readonly extremes: readonly Extreme[];
}

interface Extreme {
  readonly field: Field;
  readonly path: string;
}

/** Plans a $group over an index that holds all fields it reads; undefined if it has to read documents. */
export function coverGroup(
  group: unknown,
  { query, storage, collection }: { query: Query; storage: Storage; collection: Collection },
): CoveredGroup | undefined {
  const fields = isDoc(group) ? readWanted(group) : undefined;
  if (fields === undefined) return undefined;
  const columns = columnsOf(fields);
  const paths = [...new Set([...columns, ...fields.extremes.map(({ path }) => path)])];
  const order = columns.map((path) => ({ path, direction: 1 }) as const);
  const plan = query.covering(paths, order);
  if (plan === undefined || !paths.every((path) => hasPlainKeys(storage, collection, path))) return undefined;
  const sql = selectOf(plan, { wanted: fields, columns, paths, collection });
  const documents = () => {
    const rows = storage.database.all(sql, ...plan.values);
    for (const row of rows) query.effort.keys += Number(row['n']);
    return collectRows(rows, fields, columns);
  };
  return { plan, documents };
}

function columnsOf({ groupPath, summed }: Wanted): string[] {
  return [...new Set(groupPath === undefined ? summed : [groupPath, ...summed])];
}

function readWanted({ _id: id, ...rest }: Doc): Wanted | undefined {
  const groupPath = pathOf(id);
  const constant = id === null || typeof id === 'boolean' || isNumeric(id);
  if (groupPath === undefined && !constant) return undefined;
  const fields = Object.entries(rest).map(([name, spec]) => readField(name, spec));
  const summed: string[] = [];
  const extremes: Extreme[] = [];
  for (const field of fields) {
    const path = pathOf(field.argument);
    if (path !== undefined && (field.operator === '$sum' || field.operator === '$avg')) summed.push(path);
    else if (path !== undefined && (field.operator === '$min' || field.operator === '$max'))
      extremes.push({ field, path });
    else if (!(field.operator === '$sum' && isNumeric(field.argument))) return undefined;
  }
  return { groupPath, id, fields, summed, extremes };
}

/** The path of a simple field reference such as `$a.b`. */
function pathOf(expression: unknown): string | undefined {
  return typeof expression === 'string' && /^\$[^$]/.test(expression) ? expression.slice(1) : undefined;
}

interface Selection {
  readonly wanted: Wanted;
  readonly columns: readonly string[];
  readonly paths: readonly string[];
  readonly collection: Collection;
}

/**
 * Selects one row for each combination of grouped and summed values: their keys, the extremes and the number of
 * entries.
 */
function selectOf(plan: IndexPlan, { wanted, columns, paths, collection }: Selection): string {
  const { index } = plan;
  const key = index?.key ?? [];
  const expression = (path: string) =>
    index === undefined
      ? ''
      : indexColumn(
          collection,
          index,
          key.findIndex((column) => column.path === path),
        );
  // SQLite reads the table row of an entry if it has to sort or keeps the row of an extreme. It avoids that if the
  // entries come from a subquery. But then it always sorts, which is slower if the index already has the order.
  const direct = columns.length === 0 || (plan.streamed && wanted.extremes.length === 0);
  const name = (path: string) => (direct ? expression(path) : `p${paths.indexOf(path)}`);
  const entries = `${plan.from} WHERE ${plan.where}`;
  const inner = paths.map((path, i) => `${expression(path)} AS p${i}`).join(', ');
  const source = direct ? entries : `(SELECT ${inner} FROM ${entries} LIMIT -1)`;
  const selected = [
    ...columns.map((path, i) => `${name(path)} AS k${i}`),
    ...wanted.extremes.map(({ field, path }, i) => `${extremeOf(field, name(path))} AS e${i}`),
    'count(*) AS n',
  ].join(', ');
  const grouping = columns.length === 0 ? '' : ` GROUP BY ${columns.map(name).join(', ')}`;
  return `SELECT ${selected} FROM ${source}${grouping}`;
}

/** Null is the smallest plain value. $min and $max ignore it. */
function extremeOf({ operator }: Field, column: string): string {
  return operator === '$max' ? `max(${column})` : `min(${column}) FILTER (WHERE ${column} <> '${NULL_KEY}')`;
}

function collectRows(rows: readonly Record<string, unknown>[], wanted: Wanted, columns: readonly string[]): Doc[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const times = Number(row['n']);
    if (times === 0) continue;
    const key = wanted.groupPath === undefined ? NULL_KEY : String(row['k0']);
    let found = groups.get(key);
    if (found === undefined) {
      const id = wanted.groupPath === undefined ? wanted.id : decodeKey(key);
      found = { id, fields: wanted.fields.map(fresh) };
      groups.set(key, found);
    }
    for (const [i, { accumulator }] of found.fields.entries()) {
      const field = wanted.fields[i];
      if (field !== undefined) accumulator.add(valueOf(row, field, wanted, columns), times);
    }
  }
  return [...groups.values()].map(present);
}

function valueOf(row: Record<string, unknown>, field: Field, wanted: Wanted, columns: readonly string[]): unknown {
  const extreme = wanted.extremes.findIndex((one) => one.field === field);
  const path = pathOf(field.argument);
  if (extreme === -1 && path === undefined) return field.argument;
  const key = extreme === -1 ? row[`k${columns.indexOf(path ?? '')}`] : row[`e${extreme}`];
  return typeof key === 'string' ? decodeKey(key) : null;
}
