import { type Doc, decode } from '../bson.ts';
import { compareKeys, EMPTY_ARRAY_KEY, encodeKey } from '../keys.ts';
import { compileFilter, type Matcher } from '../match/compile.ts';
import { indexedValues } from '../paths.ts';
import type { Collection } from '../storage/collection.ts';
import { readDocument } from '../storage/documents.ts';
import type { Storage } from '../storage/storage.ts';
import type { IndexPlan, SortField } from './candidate.ts';
import { coveringPlan } from './covering.ts';
import { choosePlan, type Plan } from './planner.ts';

export interface QuerySpec {
  readonly filter: Doc;
  readonly sort?: readonly SortField[];
  readonly skip?: number | undefined;
  readonly limit?: number | undefined;
  readonly hint?: unknown;
}

/** A matching stored document. */
export interface Row {
  readonly rid: number;
  readonly bytes: Uint8Array;
  readonly doc: () => Doc;
}

/** The number of entries and documents that a query read, for explain. */
export interface Effort {
  docs: number;
  keys: number;
  /** The last row that an index returned. */
  lastRid?: number | undefined;
}

export interface Query {
  readonly plan: Plan;
  readonly effort: Effort;
  /** Rows in order. They are read lazily, so that a cursor holds row numbers and not documents. */
  readonly rows: () => Generator<Row>;
  readonly count: () => number;
  /** An index that holds all of `paths`, preferably in the order of `sort`. */
  readonly covering: (paths: readonly string[], sort: readonly SortField[]) => IndexPlan | undefined;
}

export function prepareQuery(storage: Storage, collection: Collection, spec: QuerySpec): Query {
  const matches = compileFilter(spec.filter);
  const sort = spec.sort ?? [];
  const skip = spec.skip ?? 0;
  const limit = spec.limit === undefined || spec.limit === 0 ? undefined : spec.limit;
  const most = limit === undefined ? undefined : limit + skip;
  const rows = Number(storage.database.get(`SELECT max(rid) AS n FROM c${collection.id}`)?.['n'] ?? 0);
  const request = { filter: spec.filter, sort, limit: most, hint: spec.hint, rows };
  const plan = choosePlan(collection, request);
  const run: Run = { storage, collection, plan, matches, sort, skip, limit, effort: { docs: 0, keys: 0 } };
  return {
    plan,
    effort: run.effort,
    rows: () => rowsOf(run),
    count: () => countOf(run),
    covering: (paths, order) => coveringPlan(collection, { ...request, sort: order }, paths, plan),
  };
}

interface Run {
  readonly storage: Storage;
  readonly collection: Collection;
  readonly plan: Plan;
  readonly matches: Matcher;
  readonly sort: readonly SortField[];
  readonly skip: number;
  readonly limit: number | undefined;
  readonly effort: Effort;
}

function* rowsOf(run: Run): Generator<Row> {
  const { plan, skip, limit } = run;
  if (plan.kind === 'index' && plan.exact && plan.sorted) {
    yield* fetchAll(run, indexRids(run, plan, skip, limit), always);
    return;
  }
  const sorted = run.sort.length === 0 || (plan.kind === 'index' && plan.sorted);
  const source = sorted ? matchingRows(run) : sortRows(run, matchingRows(run));
  yield* slice(source, skip, limit);
}

function* slice(source: Iterable<Row>, skip: number, limit: number | undefined): Generator<Row> {
  let seen = 0;
  for (const row of source) {
    seen += 1;
    if (seen > skip) yield row;
    if (limit !== undefined && seen >= skip + limit) return;
  }
}

/** Returns the matching rows in the plan's order, each once. */
function matchingRows(run: Run): Generator<Row> {
  const { plan } = run;
  if (plan.kind === 'scan') return scanRows(run, plan.exact ? always : run.matches);
  if (plan.kind === 'index') return fetchAll(run, indexRids(run, plan), plan.exact ? always : run.matches);
  return fetchAll(run, unionRids(run, plan), run.matches);
}

function unionRids(run: Run, plan: Plan): number[] {
  if (plan.kind === 'index') return indexRids(run, plan);
  if (plan.kind === 'scan') return [];
  return [...new Set(plan.plans.flatMap((branch) => unionRids(run, branch)))].sort((a, b) => a - b);
}

function indexRids(run: Run, plan: IndexPlan, skip = 0, limit?: number): number[] {
  const { database } = run.storage;
  const range = limit === undefined && skip === 0 ? '' : ` LIMIT ${limit ?? -1} OFFSET ${skip}`;
  const select = plan.distinct ? 'SELECT DISTINCT rid' : 'SELECT rid';
  const rows = database.all(`${select} FROM ${plan.from} WHERE ${plan.where}${plan.orderBy}${range}`, ...plan.values);
  run.effort.keys += rows.length;
  const rids = rows.map((row) => Number(row['rid']));
  run.effort.lastRid = rids.at(-1);
  return rids;
}

function* fetchAll(run: Run, rids: readonly number[], matches: Matcher): Generator<Row> {
  for (const rid of rids) {
    const bytes = readDocument(run.storage, run.collection, rid);
    if (bytes === undefined) continue;
    run.effort.docs += 1;
    const row = makeRow(rid, bytes);
    if (matches === always || matches(row.doc())) yield row;
  }
}

const always: Matcher = () => true;

const SCAN_ROWS = 200;

function* scanRows(run: Run, matches: Matcher): Generator<Row> {
  let last = -1;
  let size = run.limit === undefined ? SCAN_ROWS : Math.min(SCAN_ROWS, run.limit + run.skip);
  for (;;) {
    const rows = run.storage.database.all(
      `SELECT rid, doc FROM c${run.collection.id} WHERE rid > ? ORDER BY rid LIMIT ?`,
      last,
      size,
    );
    if (rows.length === 0) return;
    for (const { rid, doc } of rows) {
      last = Number(rid);
      if (!(doc instanceof Uint8Array)) continue;
      run.effort.docs += 1;
      const row = makeRow(last, doc);
      if (matches(row.doc())) yield row;
    }
    size = SCAN_ROWS;
  }
}

function makeRow(rid: number, bytes: Uint8Array): Row {
  let decoded: Doc | undefined;
  return { rid, bytes, doc: () => (decoded ??= decode(bytes)) };
}

/** Sorts keys and row numbers and then fetches the documents again, so that memory does not grow with their size. */
function* sortRows(run: Run, source: Iterable<Row>): Generator<Row> {
  const keyed: { rid: number; keys: string[] }[] = [];
  for (const row of source) keyed.push({ rid: row.rid, keys: sortKeys(row.doc(), run.sort) });
  keyed.sort((a, b) => compareSortKeys(a.keys, b.keys, run.sort));
  for (const { rid } of keyed) {
    const bytes = readDocument(run.storage, run.collection, rid);
    if (bytes !== undefined) yield makeRow(rid, bytes);
  }
}

/** One key per sort field. An array sorts by its smallest element ascending and by its greatest descending. */
export function sortKeys(doc: Doc, sort: readonly SortField[]): string[] {
  return sort.map(({ path, direction }) => {
    const { values, emptyArray } = indexedValues(doc, path.split('.'));
    const keys = emptyArray
      ? [...values.filter((value) => value !== undefined).map(encodeKey), EMPTY_ARRAY_KEY]
      : values.map(encodeKey);
    return keys.reduce((best, key) => (compareKeys(key, best) * direction < 0 ? key : best));
  });
}

export function compareSortKeys(a: readonly string[], b: readonly string[], sort: readonly SortField[]): number {
  for (let i = 0; i < sort.length; i += 1) {
    const order = compareKeys(a[i] ?? '', b[i] ?? '') * (sort[i]?.direction ?? 1);
    if (order !== 0) return order;
  }
  return 0;
}

function countOf(run: Run): number {
  const { plan, skip, limit } = run;
  const { database } = run.storage;
  let total: number;
  if (plan.kind === 'index' && plan.exact) {
    const what = plan.distinct ? 'count(DISTINCT rid)' : 'count(*)';
    total = Number(
      database.get(`SELECT ${what} AS n FROM ${plan.from} WHERE ${plan.where}`, ...plan.values)?.['n'] ?? 0,
    );
    run.effort.keys += total;
  } else if (plan.kind === 'scan' && plan.exact) {
    total = Number(database.get(`SELECT count(*) AS n FROM c${run.collection.id}`)?.['n'] ?? 0);
  } else {
    total = 0;
    for (const row of matchingRows(run)) if (row.rid >= 0) total += 1;
  }
  const rest = Math.max(0, total - skip);
  return limit === undefined ? rest : Math.min(rest, limit);
}
