import { ObjectId } from 'bson';
import { type Doc, isNumeric } from '../bson.ts';
import { CommandError, messageOf } from '../errors.ts';
import { plainValueAt } from '../paths.ts';
import type { Collection } from './collection.ts';

const VIOLATION = /^UNIQUE constraint failed: (?:index '(?:c\d+_)?i(\d+)'|m(\d+)\.|c\d+\.id)/;

/** Translates SQLite's unique violation to MongoDB's error 11000; undefined for other errors. */
export function duplicateKey(collection: Collection, doc: Doc, error: unknown): CommandError | undefined {
  const match = VIOLATION.exec(messageOf(error));
  if (match === null) return undefined;
  const indexId = match[1] ?? match[2];
  const index = collection.indexes.find(({ id }) => String(id) === indexId);
  const name = index?.name ?? '_id_';
  const paths = index?.key ?? [{ path: '_id', direction: 1 as const }];
  const keyPattern = Object.fromEntries(paths.map(({ path, direction }) => [path, direction]));
  const keyValue = Object.fromEntries(paths.map(({ path }) => [path, plainValueAt(doc, path) ?? null]));
  const shown = Object.entries(keyValue).map(([path, value]) => `${path}: ${show(value)}`);
  const message = `E11000 duplicate key error collection: ${collection.db}.${collection.name} index: ${name} dup key: { ${shown.join(', ')} }`;
  return new CommandError(11000, message, { keyPattern, keyValue });
}

function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  return isNumeric(value) ? String(value) : JSON.stringify(value);
}
