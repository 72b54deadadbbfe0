import { type Doc, MAX_DOCUMENT_BYTES } from '../bson.ts';
import { CommandError } from '../errors.ts';
import { encodeKey } from '../keys.ts';
import type { Collection } from './collection.ts';
import { duplicateKey } from './duplicate-key.ts';
import { makeMultikey } from './index-build.ts';
import {
  addIndexEntries,
  type DocumentKeys,
  documentKeys,
  isMember,
  isMultikey,
  multikeyEntries,
} from './index-entries.ts';
import type { Storage } from './storage.ts';

/**
 * Stores a new document, which must have an _id. Throws 11000 with keyPattern and keyValue if it violates a unique
 * index.
 */
export function insertDocument(storage: Storage, collection: Collection, doc: Doc, bytes: Uint8Array): void {
  checkSize(bytes);
  const keys = prepareKeys(storage, collection, doc);
  storage.database.beginTurn();
  guardDuplicates(collection, doc, () =>
    whole(storage, collection, () => {
      const sql = `INSERT INTO c${collection.id} (id, keys, doc) VALUES (?, ?, ?)`;
      const rid = storage.database.run(sql, encodeKey(doc['_id']), keys.json, bytes);
      addEntries(storage, collection, rid, doc);
    }),
  );
}

/** Replaces a stored document with `after`, which is `bytes` when encoded. */
export function replaceDocument(
  storage: Storage,
  collection: Collection,
  rid: number,
  after: Doc,
  bytes: Uint8Array,
): void {
  checkSize(bytes);
  const keys = prepareKeys(storage, collection, after);
  const stored = storage.database.get(`SELECT keys FROM c${collection.id} WHERE rid = ?`, rid)?.['keys'];
  storage.database.beginTurn();
  guardDuplicates(collection, after, () =>
    whole(storage, collection, () => {
      // SQLite rewrites the index entries of every assigned column, so unchanged keys are not assigned.
      if (stored === keys.json) storage.database.run(`UPDATE c${collection.id} SET doc = ? WHERE rid = ?`, bytes, rid);
      else storage.database.run(`UPDATE c${collection.id} SET keys = ?, doc = ? WHERE rid = ?`, keys.json, bytes, rid);
      removeEntries(storage, collection, rid);
      addEntries(storage, collection, rid, after);
    }),
  );
}

export function removeDocument(storage: Storage, collection: Collection, rid: number): void {
  storage.database.beginTurn();
  whole(storage, collection, () => {
    removeEntries(storage, collection, rid);
    storage.database.run(`DELETE FROM c${collection.id} WHERE rid = ?`, rid);
  });
}

/** The stored bytes of a row; undefined if it was deleted. */
export function readDocument(storage: Storage, collection: Collection, rid: number): Uint8Array | undefined {
  const doc = storage.database.get(`SELECT doc FROM c${collection.id} WHERE rid = ?`, rid)?.['doc'];
  return doc instanceof Uint8Array ? doc : undefined;
}

/** A single statement is atomic. Multikey indexes need several statements and therefore a savepoint. */
function whole(storage: Storage, collection: Collection, work: () => void): void {
  if (collection.indexes.some(isMultikey)) storage.database.atomically(work);
  else work();
}

function prepareKeys(storage: Storage, collection: Collection, doc: Doc): DocumentKeys {
  const keys = documentKeys(collection, doc);
  for (const path of keys.spoilt) storage.catalog.setPlain(path, false);
  if (keys.arrays.size === 0) return keys;
  for (const index of collection.indexes) {
    const crossed = index.key.map(({ path }, i) => index.multikey[i] === true || keys.arrays.has(path));
    if (crossed.every((now, i) => now === index.multikey[i])) continue;
    if (!isMember(index, doc)) continue;
    multikeyEntries(index, doc);
    makeMultikey(storage, collection, index, crossed);
  }
  return keys;
}

function addEntries(storage: Storage, collection: Collection, rid: number, doc: Doc): void {
  for (const index of collection.indexes) {
    if (isMultikey(index)) addIndexEntries(storage, index, rid, doc);
  }
}

function removeEntries(storage: Storage, collection: Collection, rid: number): void {
  for (const index of collection.indexes) {
    if (isMultikey(index)) storage.database.run(`DELETE FROM m${index.id} WHERE rid = ?`, rid);
  }
}

function checkSize(bytes: Uint8Array): void {
  if (bytes.length > MAX_DOCUMENT_BYTES) {
    throw new CommandError(
      10334,
      `BSONObj size: ${bytes.length} (0x${bytes.length.toString(16).toUpperCase()}) is invalid. Size must be between 0 and ${MAX_DOCUMENT_BYTES}(16MB)`,
    );
  }
}

function guardDuplicates(collection: Collection, doc: Doc, work: () => void): void {
  try {
    work();
  } catch (error) {
    throw duplicateKey(collection, doc, error) ?? error;
  }
}
