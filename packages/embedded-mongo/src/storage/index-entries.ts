import { type Doc, getField, isDoc } from '../bson.ts';
import { isPlain } from '../decode-key.ts';
import { CommandError } from '../errors.ts';
import { encodeKey } from '../keys.ts';
import { existsAt } from '../match/compile.ts';
import { arrayIndex, indexedValues } from '../paths.ts';
import type { Collection, Index, IndexedPath } from './collection.ts';
import type { Storage } from './storage.ts';

/** The `keys` column of a document, and the indexed paths that cross an array. */
export interface DocumentKeys {
  readonly json: string;
  readonly arrays: ReadonlySet<string>;
  /** Paths that were plain before this document. */
  readonly spoilt: readonly IndexedPath[];
}

const NO_ARRAYS: ReadonlySet<string> = new Set();

export function documentKeys(collection: Collection, doc: Doc): DocumentKeys {
  const members: Record<string, string | number> = {};
  let arrays: Set<string> | undefined;
  const spoilt: IndexedPath[] = [];
  for (const [path, indexed] of collection.paths) {
    const { values, multikey } = indexedValues(doc, indexed.parts);
    if (multikey) (arrays ??= new Set()).add(path);
    members[indexed.member] = encodeKey(multikey ? undefined : values[0]);
    if (indexed.plain === true && (multikey || !isPlain(values[0]))) spoilt.push(indexed);
  }
  for (const index of collection.indexes) {
    if (hasMembership(index) && isMember(index, doc)) members[membership(index)] = 1;
  }
  return { json: JSON.stringify(members), arrays: arrays ?? NO_ARRAYS, spoilt };
}

export function isMultikey(index: Index): boolean {
  return index.multikey.includes(true);
}

/** Whether a scan passes each document at most once: `fixed` has every path that crosses an array. */
export function hasOneEntryEach(index: Index, fixed: ReadonlySet<string>): boolean {
  return index.key.every(({ path }, position) => index.multikey[position] !== true || fixed.has(path));
}

export function hasMembership(index: Index): boolean {
  return index.sparse || index.partial !== undefined;
}

/** The member of `keys` that is set if the document belongs to a sparse or partial index. */
export function membership(index: Index): string {
  return `x${index.id}`;
}

export function isMember(index: Index, doc: Doc): boolean {
  if (index.partial !== undefined) return index.partial.matches(doc);
  return !index.sparse || index.key.some(({ path }) => existsAt(doc, path));
}

export function addIndexEntries(storage: Storage, index: Index, rid: number, doc: Doc): void {
  if (hasMembership(index) && !isMember(index, doc)) return;
  const marks = [...index.key, 'rid'].map(() => '?').join(', ');
  for (const entry of multikeyEntries(index, doc)) {
    storage.database.run(`INSERT INTO m${index.id} VALUES (${marks})`, ...entry, rid);
  }
}

interface Position {
  readonly value: unknown;
  readonly rest: readonly string[];
}

/** All entries of a multikey index for a document: one for each element of the array that its paths share. */
export function multikeyEntries(index: Index, doc: Doc): string[][] {
  const entries = expand(index.key.map(({ path }) => ({ value: doc, rest: path.split('.') })));
  const unique = new Map(entries.map((entry) => [entry.join('\u0000'), entry]));
  return [...unique.values()];
}

function expand(positions: readonly Position[]): string[][] {
  const advanced = positions.map(advance);
  const arrays = new Set(advanced.filter(({ value }) => Array.isArray(value)).map(({ value }) => value));
  if (arrays.size === 0) return [advanced.map(({ value }) => encodeKey(value))];
  const [array] = arrays;
  if (arrays.size > 1 || !Array.isArray(array)) throw new CommandError(171, 'cannot index parallel arrays');
  const items: unknown[] = array.length === 0 ? [undefined] : array;
  return items.flatMap((item) => {
    const inside = advanced.map((position) => (position.value === array ? enter(item, position.rest) : position));
    // A nested array is indexed as one value.
    if (Array.isArray(item)) return [inside.map(({ value }) => encodeKey(value))];
    return expand(inside);
  });
}

function enter(item: unknown, rest: readonly string[]): Position {
  if (rest.length === 0) return { value: item, rest };
  return isDoc(item) ? { value: item, rest } : { value: undefined, rest: [] };
}

function advance(position: Position): Position {
  let { value } = position;
  let at = 0;
  const { rest } = position;
  for (; at < rest.length; at += 1) {
    const part = rest[at] ?? '';
    if (isDoc(value)) value = getField(value, part);
    else if (Array.isArray(value)) {
      const index = arrayIndex(part);
      if (index === undefined || index >= value.length) break;
      value = value[index];
    } else return { value: undefined, rest: [] };
  }
  return { value, rest: rest.slice(at) };
}
