import { decode, encode } from '../bson.ts';
import { CommandError } from '../errors.ts';
import type { Collection, Index } from './collection.ts';
import { duplicateKey } from './duplicate-key.ts';
import { addIndexEntries, documentKeys, hasMembership, isMultikey, membership } from './index-entries.ts';
import type { IndexSpec } from './index-spec.ts';
import type { Storage } from './storage.ts';

const ROWS_AT_ONCE = 500;

/** The SQL of an index column: an expression over the stored keys, or a column of the table of entries. */
export function indexColumn(collection: Collection, index: Index, position: number): string {
  const path = index.key[position]?.path ?? '';
  if (isMultikey(index)) return `k${position}`;
  if (path === '_id') return 'id';
  return keyExpression(collection.paths.get(path)?.member ?? '');
}

function keyExpression(member: string): string {
  return `keys ->> '$.${member}'`;
}

export function membershipExpression(index: Index): string {
  return keyExpression(membership(index));
}

/** Builds an index over all documents. Throws 11000 if they violate a unique index, and then changes nothing. */
export function createIndex(storage: Storage, collection: Collection, spec: IndexSpec): void {
  const { database, catalog } = storage;
  try {
    database.atomically(() => {
      for (const { path } of spec.key) {
        if (path !== '_id')
          database.run('INSERT OR IGNORE INTO paths (collection, path) VALUES (?, ?)', collection.id, path);
      }
      const multikey = '0'.repeat(spec.key.length);
      const sql = 'INSERT INTO indexes (collection, name, spec, multikey) VALUES (?, ?, ?, ?)';
      const id = database.run(sql, collection.id, spec.name, encode(spec.spec), multikey);
      catalog.refresh(collection);
      const index = indexById(collection, id);
      const arrays = knownArrays(collection, index) ?? rebuildKeys(storage, collection);
      const crossed = spec.key.map(({ path }) => arrays.has(path));
      if (crossed.includes(true)) makeMultikey(storage, collection, index, crossed);
      else buildScalar(storage, collection, index);
    });
  } catch (error) {
    catalog.refresh(collection);
    throw error;
  }
}

export function dropIndex(storage: Storage, collection: Collection, index: Index): void {
  const { database, catalog } = storage;
  database.atomically(() => {
    database.exec(`DROP INDEX IF EXISTS ${indexName(collection, index)}; DROP TABLE IF EXISTS m${index.id}`);
    database.run('DELETE FROM indexes WHERE id = ?', index.id);
    const used = new Set(
      collection.indexes.filter(({ id }) => id !== index.id).flatMap(({ key }) => key.map(({ path }) => path)),
    );
    for (const path of collection.paths.keys()) {
      if (!used.has(path)) database.run('DELETE FROM paths WHERE collection = ? AND path = ?', collection.id, path);
    }
  });
  catalog.refresh(collection);
}

/** Converts an index to a table of entries, once a document has an array at one of its paths. */
export function makeMultikey(
  storage: Storage,
  collection: Collection,
  index: Index,
  crossed: readonly boolean[],
): void {
  const { database, catalog } = storage;
  const first = !isMultikey(index);
  database.atomically(() => {
    database.run(
      'UPDATE indexes SET multikey = ? WHERE id = ?',
      crossed.map((is) => (is ? '1' : '0')).join(''),
      index.id,
    );
    if (!first) return;
    const columns = index.key.map((_, i) => `k${i}`);
    const unique = index.unique ? columns : [...columns, 'rid'];
    database.exec(
      `DROP INDEX IF EXISTS ${indexName(collection, index)};
       CREATE TABLE m${index.id} (${columns.map((column) => `${column} TEXT NOT NULL`).join(', ')}, rid INTEGER NOT NULL,
         PRIMARY KEY (${unique.join(', ')})) WITHOUT ROWID;
       CREATE INDEX m${index.id}_rid ON m${index.id} (rid);`,
    );
    eachDocument(storage, collection, (rid, bytes) => {
      const doc = decode(bytes);
      try {
        addIndexEntries(storage, index, rid, doc);
      } catch (error) {
        throw duplicateKey(collection, doc, error) ?? error;
      }
    });
  });
  catalog.refresh(collection);
}

export function indexName(collection: Collection, index: Index): string {
  return `c${collection.id}_i${index.id}`;
}

function buildScalar(storage: Storage, collection: Collection, index: Index): void {
  const columns = index.key.map(
    ({ direction }, i) => indexColumn(collection, index, i) + (direction === 1 ? '' : ' DESC'),
  );
  // The _id and the membership let the index evaluate sorts and counts without reading rows.
  if (!index.unique && !index.key.some(({ path }) => path === '_id')) columns.push('id');
  const partial = hasMembership(index) ? membershipExpression(index) : undefined;
  if (partial !== undefined) columns.push(partial);
  const where = partial === undefined ? '' : ` WHERE ${partial}`;
  const kind = index.unique ? 'UNIQUE INDEX' : 'INDEX';
  try {
    storage.database.exec(
      `CREATE ${kind} ${indexName(collection, index)} ON c${collection.id} (${columns.join(', ')})${where}`,
    );
  } catch (error) {
    throw duplicateKey(collection, firstDuplicate(storage, collection, index), error) ?? error;
  }
}

/** A document that violates a unique index, for the error message. */
function firstDuplicate(storage: Storage, collection: Collection, index: Index): Record<string, unknown> {
  const columns = index.key.map((_, i) => indexColumn(collection, index, i)).join(', ');
  const where = hasMembership(index) ? `WHERE ${membershipExpression(index)}` : '';
  const row = storage.database.get(
    `SELECT doc FROM c${collection.id} ${where} GROUP BY ${columns} HAVING count(*) > 1 LIMIT 1`,
  );
  return row?.['doc'] instanceof Uint8Array ? decode(row['doc']) : {};
}

/** The paths with arrays, if full indexes already cover all paths and no keys are missing; otherwise undefined. */
function knownArrays(collection: Collection, wanted: Index): ReadonlySet<string> | undefined {
  if (hasMembership(wanted)) return undefined;
  const full = collection.indexes.filter((index) => index.id !== wanted.id && !hasMembership(index));
  const seen = new Map<string, boolean>();
  for (const { key, multikey } of full) key.forEach(({ path }, i) => seen.set(path, multikey[i] === true));
  const paths = wanted.key.map(({ path }) => path).filter((path) => path !== '_id');
  if (!paths.every((path) => seen.has(path))) return undefined;
  return new Set(paths.filter((path) => seen.get(path) === true));
}

function rebuildKeys(storage: Storage, collection: Collection): ReadonlySet<string> {
  const arrays = new Set<string>();
  eachDocument(storage, collection, (rid, bytes) => {
    const keys = documentKeys(collection, decode(bytes));
    for (const path of keys.arrays) arrays.add(path);
    storage.database.run(`UPDATE c${collection.id} SET keys = ? WHERE rid = ?`, keys.json, rid);
  });
  return arrays;
}

/** Visits every document in insertion order, in batches. */
export function eachDocument(
  storage: Storage,
  collection: Collection,
  visit: (rid: number, bytes: Uint8Array) => void,
): void {
  const sql = `SELECT rid, doc FROM c${collection.id} WHERE rid > ? ORDER BY rid LIMIT ${ROWS_AT_ONCE}`;
  let last = -1;
  for (;;) {
    const rows = storage.database.all(sql, last);
    if (rows.length === 0) return;
    for (const row of rows) {
      last = Number(row['rid']);
      if (row['doc'] instanceof Uint8Array) visit(last, row['doc']);
    }
  }
}

function indexById(collection: Collection, id: number): Index {
  const index = collection.indexes.find((candidate) => candidate.id === id);
  if (index === undefined) throw new CommandError(1, 'an index vanished while it was built');
  return index;
}
