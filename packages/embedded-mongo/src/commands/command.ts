import { type Doc, getField, isDoc, isTruthy, toInteger, toNumber } from '../bson.ts';
import type { Cursors } from '../cursors.ts';
import { badValue, CommandError, notSupported, typeMismatch } from '../errors.ts';
import { checkCollation } from '../storage/index-spec.ts';
import type { Storage } from '../storage/storage.ts';

/** The context of a command. */
export interface CommandContext {
  readonly storage: Storage;
  readonly cursors: Cursors;
  readonly db: string;
  readonly now: Date;
  readonly sequences: ReadonlyMap<string, readonly Uint8Array[]>;
}

/** Returns the reply's fields, or the whole reply as bytes. */
export type Command = (command: Doc, context: CommandContext) => Doc | Uint8Array;

export interface CommandEntry {
  readonly run: Command;
  /** The fields that the command supports. Any other field is an error that names it. */
  readonly fields: readonly string[];
}

/** Fields that every command accepts and that have no effect on a single server with one disk. */
const HARMLESS = new Set([
  '$db',
  '$readPreference',
  '$clusterTime',
  'lsid',
  'readConcern',
  'writeConcern',
  'comment',
  'maxTimeMS',
  'apiVersion',
  'apiStrict',
  'apiDeprecationErrors',
  'mayBypassWriteBlocking',
  'bypassDocumentValidation',
]);

export function checkFields(name: string, command: Doc, known: readonly string[]): void {
  if (
    command['txnNumber'] !== undefined ||
    command['startTransaction'] !== undefined ||
    command['autocommit'] !== undefined
  ) {
    throw new CommandError(20, 'Transaction numbers are only allowed on a replica set member or mongos');
  }
  for (const field of Object.keys(command)) {
    if (field === name || HARMLESS.has(field) || known.includes(field)) continue;
    throw new CommandError(40415, `BSON field '${name}.${field}' is an unknown field.`);
  }
  checkCollation(command['collation']);
  checkConcerns(command);
}

const READ_LEVELS = ['local', 'available', 'majority'];

/** Accepts read and write concerns that a single server with one disk fulfils, and refuses all others. */
function checkConcerns(command: Doc): void {
  const level = docField(command, 'readConcern')?.['level'];
  if (level !== undefined && (typeof level !== 'string' || !READ_LEVELS.includes(level)))
    throw notSupported(`readConcern level ${JSON.stringify(level)}`);
  const w = docField(command, 'writeConcern')?.['w'];
  const members = toNumber(w);
  if (members !== undefined && members > 1) throw badValue("cannot use 'w' > 1 when a host is not replicated");
  if (typeof w === 'string' && w !== 'majority') throw new CommandError(79, `No write concern mode named '${w}' found`);
}

/** The collection that a command addresses. */
export function collectionName(name: string, command: Doc): string {
  const value = command[name];
  if (typeof value !== 'string' || value === '')
    throw new CommandError(73, `collection name has invalid type or is empty for ${name}`);
  return value;
}

export function docField(command: Doc, name: string): Doc | undefined {
  const value = getField(command, name);
  if (value === undefined || value === null) return undefined;
  if (!isDoc(value)) throw typeMismatch(`BSON field '${name}' is the wrong type, expected type 'object'`);
  return value;
}

export function naturalField(command: Doc, name: string): number | undefined {
  const value = getField(command, name);
  if (value === undefined || value === null) return undefined;
  const number = toNumber(value);
  if (number === undefined) throw typeMismatch(`BSON field '${name}' is the wrong type, expected a number`);
  const whole = Math.trunc(number);
  if (whole < 0) throw new CommandError(51024, `BSON field '${name}' value must be >= 0, actual value '${whole}'`);
  return whole;
}

/** Refuses options whose value would change the result. */
export function refuseWhenSet(command: Doc, names: readonly string[]): void {
  for (const name of names) if (isTruthy(command[name])) throw notSupported(name);
}

/** Reads documents from the body or from a separate section of the message. */
export function documentsOf(command: Doc, context: CommandContext, name: string): readonly unknown[] {
  const sequence = context.sequences.get(name);
  if (sequence !== undefined) return sequence;
  const inline = command[name];
  if (!Array.isArray(inline)) throw new CommandError(40414, `BSON field '${name}' is missing but a required field`);
  return inline;
}

const MAX_BATCH = 100_000;

export function checkBatch(size: number): void {
  if (size === 0 || size > MAX_BATCH)
    throw new CommandError(16, `Write batch sizes must be between 1 and ${MAX_BATCH}. Got ${size} operations.`);
}

export function limitOf(value: unknown): number {
  const limit = toInteger(value);
  if (limit !== 0 && limit !== 1)
    throw badValue(`The limit field in delete objects must be 0 or 1. Got ${String(value)}`);
  return limit;
}
