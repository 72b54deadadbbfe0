import { type Doc, decode, encode, isDoc } from '../bson.ts';
import { CommandError } from '../errors.ts';
import type { Collection, IndexedPath } from './collection.ts';
import type { Database } from './database.ts';
import { parseIndexSpec } from './index-spec.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS collections (id INTEGER PRIMARY KEY AUTOINCREMENT, db TEXT NOT NULL, name TEXT NOT NULL, options BLOB NOT NULL, UNIQUE (db, name));
  CREATE TABLE IF NOT EXISTS indexes (id INTEGER PRIMARY KEY AUTOINCREMENT, collection INTEGER NOT NULL, name TEXT NOT NULL, spec BLOB NOT NULL, multikey TEXT NOT NULL, UNIQUE (collection, name));
  CREATE TABLE IF NOT EXISTS paths (id INTEGER PRIMARY KEY AUTOINCREMENT, collection INTEGER NOT NULL, path TEXT NOT NULL, plain INTEGER, UNIQUE (collection, path));
`;

/** The databases, collections and indexes of the file, cached in memory. */
export class Catalog {
  readonly #database: Database;
  #collections = new Map<string, Collection>();

  constructor(database: Database) {
    this.#database = database;
    database.exec(SCHEMA);
    this.reload();
  }

  /** Reloads the catalog after a transaction that changed it was rolled back. */
  reload(): void {
    this.#collections = new Map();
    for (const row of this.#database.all('SELECT id, db, name, options FROM collections')) {
      const collection: Collection = {
        id: Number(row['id']),
        db: String(row['db']),
        name: String(row['name']),
        options: decodeBlob(row['options']),
        indexes: [],
        paths: new Map(),
      };
      this.#collections.set(`${collection.db}.${collection.name}`, collection);
      this.refresh(collection);
    }
  }

  /** Reloads the indexes and paths of one collection. */
  refresh(collection: Collection): void {
    const rows = this.#database.all(
      'SELECT id, spec, multikey FROM indexes WHERE collection = ? ORDER BY id',
      collection.id,
    );
    collection.indexes = rows.map((row) => {
      const multikey = String(row['multikey']);
      const spec = parseIndexSpec(decodeBlob(row['spec']));
      return { ...spec, id: Number(row['id']), multikey: spec.key.map((_, i) => multikey.charAt(i) === '1') };
    });
    collection.paths.clear();
    for (const row of this.#database.all(
      'SELECT id, path, plain FROM paths WHERE collection = ? ORDER BY id',
      collection.id,
    )) {
      const path = String(row['path']);
      const id = Number(row['id']);
      const plain = row['plain'] === null ? undefined : row['plain'] === 1;
      collection.paths.set(path, { id, member: `p${id}`, parts: path.split('.'), plain });
    }
  }

  /** Stores whether the values of a path can be restored from its keys. */
  setPlain(path: IndexedPath, plain: boolean): void {
    this.#database.beginTurn();
    this.#database.run('UPDATE paths SET plain = ? WHERE id = ?', plain ? 1 : 0, path.id);
    path.plain = plain;
  }

  find(db: string, name: string): Collection | undefined {
    return this.#collections.get(`${db}.${name}`);
  }

  list(db?: string): Collection[] {
    return [...this.#collections.values()].filter((collection) => db === undefined || collection.db === db);
  }

  create(db: string, name: string, options: Doc): Collection {
    checkNamespace(db, name);
    if (this.find(db, name) !== undefined) throw new CommandError(48, `Collection ${db}.${name} already exists.`);
    return this.#database.atomically(() => {
      const id = this.#database.run(
        'INSERT INTO collections (db, name, options) VALUES (?, ?, ?)',
        db,
        name,
        encode(options),
      );
      this.#database.exec(
        `CREATE TABLE c${id} (rid INTEGER PRIMARY KEY, id TEXT NOT NULL, keys TEXT NOT NULL, doc BLOB NOT NULL);
         CREATE UNIQUE INDEX c${id}_id ON c${id} (id);`,
      );
      const collection: Collection = { id, db, name, options, indexes: [], paths: new Map() };
      this.#collections.set(`${db}.${name}`, collection);
      return collection;
    });
  }

  /** Finds a collection or creates it, as a first insert does. */
  ensure(db: string, name: string): Collection {
    return this.find(db, name) ?? this.create(db, name, {});
  }

  drop(collection: Collection): void {
    this.#database.atomically(() => {
      for (const index of collection.indexes) this.#database.exec(`DROP TABLE IF EXISTS m${index.id}`);
      this.#database.exec(`DROP TABLE c${collection.id}`);
      this.#database.run('DELETE FROM indexes WHERE collection = ?', collection.id);
      this.#database.run('DELETE FROM paths WHERE collection = ?', collection.id);
      this.#database.run('DELETE FROM collections WHERE id = ?', collection.id);
    });
    this.#collections.delete(`${collection.db}.${collection.name}`);
  }
}

function decodeBlob(value: unknown): Doc {
  if (!(value instanceof Uint8Array))
    throw new Error('the catalog of documents.sqlite is damaged: a blob was expected');
  const doc = decode(value);
  if (!isDoc(doc)) throw new Error('the catalog of documents.sqlite is damaged: a document was expected');
  return doc;
}

const MAX_NAMESPACE_BYTES = 255;

function checkNamespace(db: string, name: string): void {
  if (db === '' || db.length > 63 || /[/\\. "$*<>:|?\0]/.test(db))
    throw new CommandError(73, `Invalid database name: '${db}'`);
  const invalid =
    name === '' || name.includes('\0') || name.includes('$') || name.startsWith('.') || name.startsWith('system.');
  if (invalid || Buffer.byteLength(`${db}.${name}`) > MAX_NAMESPACE_BYTES) {
    throw new CommandError(73, `Invalid namespace specified '${db}.${name}'`);
  }
}
