import type { Doc } from '../bson.ts';
import type { Collection, Index } from '../storage/collection.ts';
import { hasMembership, hasOneEntryEach, isMultikey } from '../storage/index-entries.ts';
import { indexColumn, indexName, membershipExpression } from '../storage/index-build.ts';
import { type Atom, atomsOf, type Column, type Condition, consequencesOf, translateAtom } from './atoms.ts';
import { membershipDecides } from './implies.ts';

export interface SortField {
  readonly path: string;
  readonly direction: 1 | -1;
}

/** A plan that evaluates a whole conjunction with one index or the _id index. */
export interface IndexPlan {
  readonly kind: 'index';
  readonly index: Index | undefined;
  readonly indexName: string;
  /** The parts of the SELECT: table with INDEXED BY, all conditions, the sort. */
  readonly from: string;
  readonly where: string;
  readonly values: readonly string[];
  /** The conditions that limit the scanned range, for explain. */
  readonly bounds: { readonly where: string; readonly values: readonly string[] };
  readonly orderBy: string;
  readonly distinct: boolean;
  /** True if SQL evaluates the whole filter, so the matcher is not needed. */
  readonly exact: boolean;
  /** True if SQL returns the requested order. */
  readonly sorted: boolean;
  /** True if the index provides the order without a sort. */
  readonly streamed: boolean;
  readonly cost: number;
}

export interface PlanRequest {
  readonly filter: Doc;
  readonly sort: readonly SortField[];
  readonly limit: number | undefined;
  readonly hint: unknown;
  /** The approximate number of documents in the collection. */
  readonly rows: number;
}

/** The conditions of a filter, and those with the conditions they imply. */
export interface Terms {
  readonly atoms: readonly Atom[];
  /** Implied conditions may narrow a scan but do not replace an atom. */
  readonly all: readonly { readonly atom: Atom; readonly inFilter: boolean }[];
}

export function termsOf(filter: Doc): Terms {
  const atoms = atomsOf(filter);
  const all = atoms.flatMap((atom) => [
    { atom, inFilter: true },
    ...consequencesOf(atom).map((consequence) => ({ atom: consequence, inFilter: false })),
  ]);
  return { atoms, all };
}

/** Reading a document costs as much as scanning this many index entries. */
export const FETCH_COST = 20;

type Columns = ReadonlyMap<string, Column>;

const idColumns: Columns = new Map([['_id', { sql: 'id', multikey: false }]]);
/** The catalogue replaces an index that changes, so the columns of one never change. */
const columnsByIndex = new WeakMap<Index, Columns>();

/** The columns of an index. Every index over the collection's table also has the _id. */
function columnsOf(collection: Collection, index: Index | undefined): Columns {
  if (index === undefined) return idColumns;
  const columns = columnsByIndex.get(index) ?? readColumns(collection, index);
  columnsByIndex.set(index, columns);
  return columns;
}

function readColumns(collection: Collection, index: Index): Columns {
  const columns = new Map<string, Column>();
  let arrayUsed = false;
  index.key.forEach(({ path }, position) => {
    const multikey = index.multikey[position] === true;
    // Different elements of an array may satisfy two columns, so only the first column may limit the scan.
    if (multikey && arrayUsed) return;
    arrayUsed ||= multikey;
    columns.set(path, { sql: indexColumn(collection, index, position), multikey });
  });
  if (!isMultikey(index) && !columns.has('_id')) columns.set('_id', { sql: 'id', multikey: false });
  return columns;
}

/** One index for a query, and what that costs. Only the one that is chosen becomes SQL. */
export interface Candidate extends Parts {
  readonly index: Index | undefined;
  readonly cost: number;
  /** The cost without reading documents. */
  readonly walkCost: number;
}

/** Considers one index. Undefined if it neither limits the scan nor gives the order, unless `forced`. */
export function consider(
  collection: Collection,
  index: Index | undefined,
  request: PlanRequest,
  terms: Terms,
  forced = false,
): Candidate | undefined {
  const key = index?.key ?? ID_KEY;
  // Scanning a partial index is useful even without further conditions, since it holds fewer entries.
  const useful = forced || (index !== undefined && hasMembership(index));
  const leads = ({ atom }: Terms['all'][number]) => atom.kind === 'operator' && atom.path === key[0]?.path;
  if (!useful && request.sort.length === 0 && !terms.all.some(leads)) return undefined;
  const columns = columnsOf(collection, index);
  const { used, byPath, exact } = conditionsOf(index, columns, terms);
  const prefix = scanPrefix(key, byPath);
  const order = sortOrder(index, key, columns, request.sort, prefix.equalities);
  if (!useful && prefix.bounds.length === 0 && !order.streamed) return undefined;
  const parts = { used, exact, prefix, order };
  return { index, ...parts, ...costOf(index, request, parts) };
}

/** The conditions that the columns of an index can express, and whether they are the whole filter. */
function conditionsOf(index: Index | undefined, columns: Columns, terms: Terms) {
  const used: Condition[] = [];
  const byPath = new Map<string, Condition[]>();
  let exact = true;
  for (const { atom, inFilter } of terms.all) {
    if (index !== undefined && membershipDecides(index, atom)) continue;
    const condition = translateAtom(atom, columns);
    const path = atom.kind === 'operator' ? atom.path : '';
    const column = columns.get(path);
    // Different elements of an array may satisfy two conditions.
    if (condition === undefined || (column?.multikey === true && byPath.has(path))) {
      exact &&= !inFilter;
      continue;
    }
    exact &&= condition.exact || !inFilter;
    used.push(condition);
    byPath.set(path, [...(byPath.get(path) ?? []), condition]);
  }
  return { used, byPath, exact };
}

/** The key of the _id index, which no `Index` stands for. */
export const ID_KEY: Index['key'] = [{ path: '_id', direction: 1 }];

interface Prefix {
  readonly equalities: ReadonlySet<string>;
  readonly bounds: readonly Condition[];
  readonly whole: boolean;
  readonly selectivity: number;
}

/** The leading columns that limit the scan: equalities, then one range. */
function scanPrefix(key: Index['key'], byPath: ReadonlyMap<string, readonly Condition[]>): Prefix {
  const equalities = new Set<string>();
  const bounds: Condition[] = [];
  let selectivity = 1;
  for (const { path } of key) {
    const conditions = (byPath.get(path) ?? []).filter(({ shape }) => shape !== 'other');
    const equal = conditions.find(({ shape }) => shape === 'equal');
    const several = conditions.find(({ shape }) => shape === 'in');
    if (equal !== undefined) {
      equalities.add(path);
      bounds.push(equal);
      selectivity *= 0.1;
    } else if (several !== undefined) {
      bounds.push(several);
      selectivity *= 0.2;
    } else {
      bounds.push(...conditions);
      if (conditions.length > 0) selectivity *= 0.4 ** conditions.length;
      break;
    }
  }
  return { equalities, bounds, whole: equalities.size === key.length, selectivity };
}

interface Order {
  readonly sql: string;
  readonly sorted: boolean;
  readonly streamed: boolean;
}

function sortOrder(
  index: Index | undefined,
  key: Index['key'],
  columns: ReadonlyMap<string, Column>,
  sort: readonly SortField[],
  equalities: ReadonlySet<string>,
): Order {
  if (sort.length === 0) return { sql: '', sorted: true, streamed: false };
  const sortable = index === undefined || hasOneEntryEach(index, equalities);
  if (!sortable || !sort.every(({ path }) => columns.get(path)?.multikey === false))
    return { sql: '', sorted: false, streamed: false };
  const open = key.filter(({ path }) => !equalities.has(path));
  // SQLite would sort by an expression that has one value only.
  const order = sort.filter(({ path }) => !equalities.has(path));
  const appended = index !== undefined && !index.unique && !key.some(({ path }) => path === '_id');
  // A table of entries is sorted upwards by all its columns.
  const stored = index !== undefined && isMultikey(index) ? open.map(({ path }) => ({ path, direction: 1 })) : open;
  const available = appended ? [...stored, ...ID_KEY] : stored;
  const way = (order[0]?.direction ?? 1) * (available[0]?.direction ?? 1);
  const follows = order.every(
    (field, i) => available[i]?.path === field.path && available[i].direction * way === field.direction,
  );
  // A tie-break by _id sorts only within equal values of the leading field, so a limit still stops early.
  const nearly = order.length === 2 && order[1]?.path === '_id' && available[0]?.path === order[0]?.path;
  const terms = order.map(({ path, direction }) => `${columns.get(path)?.sql} ${direction === 1 ? 'ASC' : 'DESC'}`);
  return { sql: terms.join(', '), sorted: true, streamed: follows || nearly };
}

interface Parts {
  readonly used: readonly Condition[];
  readonly exact: boolean;
  readonly prefix: Prefix;
  readonly order: Order;
}

/** The SQL of a candidate. */
export function assemble(collection: Collection, candidate: Candidate): IndexPlan {
  const { index, used, exact, prefix, order, cost } = candidate;
  const multikey = index !== undefined && isMultikey(index);
  const table = `c${collection.id}`;
  const from = multikey
    ? `m${index.id}`
    : `${table} INDEXED BY ${index === undefined ? `${table}_id` : indexName(collection, index)}`;
  const member = index !== undefined && hasMembership(index) && !multikey ? [membershipExpression(index)] : [];
  const clause = (conditions: readonly Condition[]) =>
    [...member, ...conditions.map(({ sql }) => sql)].join(' AND ') || '1';
  return {
    kind: 'index',
    index,
    indexName: index?.name ?? '_id_',
    from,
    where: clause(used),
    values: used.flatMap(({ values }) => values),
    bounds: { where: clause(prefix.bounds), values: prefix.bounds.flatMap(({ values }) => values) },
    orderBy: order.sql === '' ? '' : ` ORDER BY ${order.sql}`,
    distinct: multikey && !hasOneEntryEach(index, prefix.equalities),
    exact,
    sorted: order.sorted,
    streamed: order.streamed,
    cost,
  };
}

function costOf(
  index: Index | undefined,
  request: PlanRequest,
  { used, exact, prefix, order }: Parts,
): Pick<Candidate, 'cost' | 'walkCost'> {
  const unique = prefix.whole && (index === undefined || index.unique);
  const members = index !== undefined && hasMembership(index) ? 0.3 : 1;
  const scanned = unique ? 1 : Math.max(1, request.rows * prefix.selectivity * members);
  const matched = Math.max(1, scanned * 0.4 ** (used.length - prefix.bounds.length));
  const read = request.limit === undefined ? matched : Math.min(matched, request.limit);
  const early = exact && order.sorted;
  const streams = early && (order.streamed || request.sort.length === 0);
  // Scanning wide entries takes longer than scanning narrow ones.
  const width = 1 + (index?.key.length ?? 1) * 0.1;
  const scanCost = (streams ? scanned * (read / matched) : scanned) * width;
  const sortCost = request.sort.length === 0 || order.streamed ? 0 : matched * (order.sorted ? 1 : FETCH_COST / 2);
  const walkCost = scanCost + sortCost;
  return { walkCost, cost: walkCost + (early ? read : matched) * FETCH_COST };
}
