import { type Doc, getField, isDoc } from './bson.ts';

/** Array positions are decimal without leading zeroes. */
export function arrayIndex(part: string): number | undefined {
  return /^(0|[1-9]\d{0,8})$/.test(part) ? Number(part) : undefined;
}

/**
 * Gets a value that a path reaches. `spread`: where it is an array, a condition may be met by one of its elements; an array named by
 * its position, or standing as an element itself, is one value.
 */
export type Visit = (leaf: unknown, spread: boolean) => boolean;

/**
 * Visits each value that a dotted path reaches by MongoDB's query rules: arrays on the way are entered both by position and
 * element by element. A document that lacks the field yields undefined; a scalar inside an array yields nothing.
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

/** What an index sees at a path: the values of its entries, and whether an array made more than one possible. */
export interface IndexedValues {
  readonly values: readonly unknown[];
  readonly multikey: boolean;
  /** The path ends in an array without elements. */
  readonly empty: boolean;
}

export function indexedValues(doc: Doc, parts: readonly string[]): IndexedValues {
  const values: unknown[] = [];
  const multikey = collectIndexed(doc, parts, 0, values);
  return { values: values.length === 0 ? [undefined] : values, multikey, empty: values.length === 0 };
}

function collectIndexed(value: unknown, parts: readonly string[], from: number, into: unknown[]): boolean {
  const part = parts[from];
  if (part === undefined) {
    if (!Array.isArray(value)) {
      into.push(value);
      return false;
    }
    for (const item of value) into.push(item);
    return true;
  }
  if (Array.isArray(value)) {
    const index = arrayIndex(part);
    if (index !== undefined && index < value.length) {
      collectIndexed(value[index], parts, from + 1, into);
      return true;
    }
    for (const item of value) if (isDoc(item)) collectIndexed(item, parts, from, into);
    return true;
  }
  if (!isDoc(value)) {
    into.push(undefined);
    return false;
  }
  return collectIndexed(getField(value, part), parts, from + 1, into);
}

/** The value at a path that enters no array; undefined where there is none. */
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
