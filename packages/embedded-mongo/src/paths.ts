import { type Doc, getField, isDoc } from './bson.ts';

/** Array positions are decimal numbers without leading zeros. */
export function arrayIndex(part: string): number | undefined {
  return /^(0|[1-9]\d{0,8})$/.test(part) ? Number(part) : undefined;
}

/**
 * Receives a value at a path. If `spread`, a condition may also match one element of an array. An array that the path
 * names by its position, or that is itself an element, counts as one value.
 */
export type Visit = (leaf: unknown, spread: boolean) => boolean;

/**
 * Visits each value at a dotted path by MongoDB's query rules. Arrays on the path are entered both by position and
 * element by element. A document without the field yields undefined; a scalar inside an array yields nothing.
 * Returns true as soon as `visit` does.
 */
export function someAtPath(
  value: unknown,
  parts: readonly string[],
  visit: Visit,
  from = 0,
  spread = from > 0,
): boolean {
  const part = parts[from];
  if (part === undefined) return visit(value, spread);
  if (Array.isArray(value)) {
    const index = arrayIndex(part);
    if (index !== undefined && index < value.length && someAtPath(value[index], parts, visit, from + 1, false))
      return true;
    return value.some((item) => isDoc(item) && someAtPath(item, parts, visit, from));
  }
  if (isDoc(value)) return someAtPath(getField(value, part), parts, visit, from + 1);
  return visit(undefined, false);
}

/** The values that an index stores for a path, and whether the path crosses an array. */
export interface IndexedValues {
  readonly values: readonly unknown[];
  readonly multikey: boolean;
  /** True if the path ends in an empty array. */
  readonly emptyArray: boolean;
}

export function indexedValues(doc: Doc, parts: readonly string[]): IndexedValues {
  const found: Found = { values: [], emptyArray: false };
  const multikey = collectIndexed(doc, parts, 0, found);
  return { values: found.values.length === 0 ? [undefined] : found.values, multikey, emptyArray: found.emptyArray };
}

interface Found {
  readonly values: unknown[];
  emptyArray: boolean;
}

function collectIndexed(value: unknown, parts: readonly string[], from: number, found: Found): boolean {
  const part = parts[from];
  if (Array.isArray(value)) {
    collectFromArray(value, parts, from, found);
    return true;
  }
  if (part === undefined) {
    found.values.push(value);
    return false;
  }
  if (!isDoc(value)) {
    found.values.push(undefined);
    return false;
  }
  return collectIndexed(getField(value, part), parts, from + 1, found);
}

function collectFromArray(array: readonly unknown[], parts: readonly string[], from: number, found: Found): void {
  const part = parts[from];
  if (part === undefined) {
    found.emptyArray ||= array.length === 0;
    for (const item of array) found.values.push(item);
    return;
  }
  const index = arrayIndex(part);
  if (index !== undefined && index < array.length) {
    collectIndexed(array[index], parts, from + 1, found);
    return;
  }
  for (const item of array) if (isDoc(item)) collectIndexed(item, parts, from, found);
}

/** The value at a path without entering arrays; undefined if there is none. */
export function plainValueAt(doc: Doc, path: string): unknown {
  let value: unknown = doc;
  for (const part of path.split('.')) {
    if (isDoc(value)) value = getField(value, part);
    else if (Array.isArray(value)) {
      const index = arrayIndex(part);
      value = index === undefined ? undefined : value[index];
    } else return undefined;
  }
  return value;
}
