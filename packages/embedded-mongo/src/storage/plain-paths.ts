import { decode, type Doc } from '../bson.ts';
import { isPlain } from '../decode-key.ts';
import { indexedValues } from '../paths.ts';
import type { Collection, IndexedPath } from './collection.ts';
import type { Storage } from './storage.ts';
import { eachDocument } from './index-build.ts';

/**
 * True if the values of an indexed path can be restored exactly from its keys, so that index entries can replace
 * documents. The first call for a path reads every document once. Later writes keep the result up to date.
 */
export function hasPlainKeys(storage: Storage, collection: Collection, path: string): boolean {
  const known = collection.paths.get(path);
  if (known === undefined) return false;
  if (known.plain === undefined) storage.catalog.setPlain(known, allPlain(storage, collection, known));
  return known.plain === true;
}

function allPlain(storage: Storage, collection: Collection, path: IndexedPath): boolean {
  let plain = true;
  eachDocument(storage, collection, (_rid, bytes) => {
    plain &&= isPlainAt(decode(bytes), path);
  });
  return plain;
}

function isPlainAt(doc: Doc, { parts }: IndexedPath): boolean {
  const { values, multikey } = indexedValues(doc, parts);
  return !multikey && isPlain(values[0]);
}
