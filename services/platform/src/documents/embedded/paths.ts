import { type Doc, getField, isDoc } from './bson.ts';

/** Array positions are decimal without leading zeroes. */
export function arrayIndex(part: string): number | undefined {
  return /^(0|[1-9]\d{0,8})$/.test(part) ? Number(part) : undefined;
}

/**
 * Visits each value that a dotted path reaches by MongoDB's query rules: arrays on the way are entered both by position and
 * element by element. A document that lacks the field yields undefined; a scalar inside an array yields nothing.
 * Returns true as soon as `visit` does.
 */
export function someAtPath(
  value: unknown,
  parts: readonly string[],
  visit: (leaf: unknown) => boolean,
  from = 0,
): boolean {
  const part = parts[from];
  if (part === undefined) return visit(value);
  if (Array.isArray(value)) {
    const index = arrayIndex(part);
    if (index !== undefined && index < value.length && someAtPath(value[index], parts, visit, from + 1)) return true;
    return value.some((item) => isDoc(item) && someAtPath(item, parts, visit, from));
  }
  if (isDoc(value)) return someAtPath(getField(value, part), parts, visit, from + 1);
  return from < parts.length ? visit(undefined) : false;
}

/** What an index sees at a path: the values of its entries, and whether an array made more than one possible. */
export interface IndexedValues {
  readonly values: readonly unknown[];
  readonly multikey: boolean;
}

export function indexedValues(doc: Doc, parts: readonly string[]): IndexedValues {
  const values: unknown[] = [];
  const multikey = collectIndexed(doc, parts, 0, values);
  return { values: values.length === 0 ? [undefined] : values, multikey };
}

function collectIndexed(value: unknown, parts: readonly string[], from: number, into: unknown[]): boolean {
  const part = parts[from];
  if (part === undefined) {
    if (!Array.isArray(value)) {
      into.push(value);
      return false;
    }
    into.push(...(value.length === 0 ? [undefined] : value));
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
