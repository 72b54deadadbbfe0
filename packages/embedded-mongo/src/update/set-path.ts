import { type Doc, getField, isDoc, setField } from '../bson.ts';
import { badValue, CommandError } from '../errors.ts';
import { arrayIndex } from '../paths.ts';

type Container = Doc | unknown[];

function isContainer(value: unknown): value is Container {
  return Array.isArray(value) || isDoc(value);
}

function read(container: Container, part: string): unknown {
  if (!Array.isArray(container)) return getField(container, part);
  const index = arrayIndex(part);
  return index === undefined ? undefined : container[index];
}

const MAX_PADDING = 1_500_000;

function write(container: Container, part: string, value: unknown): void {
  if (!Array.isArray(container)) {
    setField(container, part, value);
    return;
  }
  const index = arrayIndex(part);
  if (index === undefined) throw new CommandError(28, `Cannot create field '${part}' in an array element`);
  if (index - container.length > MAX_PADDING) throw badValue(`can't backfill more than ${MAX_PADDING} array elements`);
  while (container.length < index) container.push(null);
  container[index] = value;
}

/** The value at a concrete path, with numeric array positions; undefined if there is none. */
export function readPath(doc: Doc, parts: readonly string[]): unknown {
  let value: unknown = doc;
  for (const part of parts) {
    if (!isContainer(value)) return undefined;
    value = read(value, part);
  }
  return value;
}

/**
 * Sets the value at a concrete path and creates missing documents on it. Throws PathNotViable if a scalar is on the
 * path.
 */
export function writePath(doc: Doc, parts: readonly string[], value: unknown): void {
  let container: Container = doc;
  for (const [depth, part] of parts.entries()) {
    if (depth === parts.length - 1) {
      write(container, part, value);
      return;
    }
    const next = read(container, part);
    if (isContainer(next)) {
      container = next;
      continue;
    }
    if (next !== undefined) throw notViable(parts, depth, part, next);
    const made: Doc = {};
    write(container, part, made);
    container = made;
  }
}

function notViable(parts: readonly string[], depth: number, part: string, value: unknown): CommandError {
  return new CommandError(
    28,
    `Cannot create field '${parts[depth + 1] ?? ''}' in element {${part}: ${JSON.stringify(value)}}`,
  );
}

/** Removes the value at a concrete path. In an array it is replaced with null to keep the length. */
export function removePath(doc: Doc, parts: readonly string[]): void {
  const last = parts.at(-1);
  const container = readPath(doc, parts.slice(0, -1));
  if (last === undefined || !isContainer(container)) return;
  if (!Array.isArray(container)) {
    delete container[last];
    return;
  }
  const index = arrayIndex(last);
  if (index !== undefined && index < container.length) container[index] = null;
}
