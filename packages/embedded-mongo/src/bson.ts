import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  DBRef,
  Decimal128,
  deserialize,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  serialize,
  Timestamp,
} from 'bson';

/**
 * A decoded BSON document. Numbers stay Int32, Long, Double or Decimal128, so that writing one field never changes
 * another's type.
 */
export type Doc = Record<string, unknown>;

/** MongoDB's maxBsonObjectSize. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

const LITERAL = { promoteValues: false, promoteLongs: false, bsonRegExp: true } as const;

/** Decodes a document and keeps every BSON type, such as Int32 and Long. */
export function decode(bytes: Uint8Array): Doc {
  return deserialize(bytes, LITERAL);
}

/** Decodes a command. Elements of the array fields in `rawArrays` stay undecoded bytes. */
export function decodeCommand(bytes: Uint8Array, rawArrays: readonly string[]): Doc {
  return deserialize(bytes, { ...LITERAL, fieldsAsRaw: Object.fromEntries(rawArrays.map((name) => [name, true])) });
}

/** Encodes a document. `undefined` becomes null, as the driver sends it. */
export function encode(doc: Doc): Uint8Array {
  return serialize(doc, { ignoreUndefined: false });
}

export function isDoc(value: unknown): value is Doc {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  if (value instanceof Date || value instanceof RegExp || value instanceof Uint8Array) return false;
  return !('_bsontype' in value);
}

export type Numeric = number | bigint | Int32 | Double | Long | Decimal128;

export function isNumeric(value: unknown): value is Numeric {
  return (
    typeof value === 'number' ||
    value instanceof Int32 ||
    value instanceof Double ||
    (value instanceof Long && !(value instanceof Timestamp)) ||
    value instanceof Decimal128 ||
    typeof value === 'bigint'
  );
}

/** The nearest double; undefined if the value is not a number. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (value instanceof Int32 || value instanceof Double) return value.value;
  if (value instanceof Timestamp) return undefined;
  if (value instanceof Long) return value.toNumber();
  if (value instanceof Decimal128) return Number(value.toString());
  if (typeof value === 'bigint') return Number(value);
  return undefined;
}

/** An integer argument such as limit or batchSize; undefined if the value is not an integer. */
export function toInteger(value: unknown): number | undefined {
  const number = toNumber(value);
  return number !== undefined && Number.isInteger(number) ? number : undefined;
}

export function isTruthy(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return false;
  const number = toNumber(value);
  return number === undefined || number !== 0;
}

/** Reads own properties only, so that `__proto__` in a document never reaches Object.prototype. */
export function getField(doc: Doc, name: string): unknown {
  return Object.hasOwn(doc, name) ? doc[name] : undefined;
}

export function setField(doc: Doc, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(doc, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    doc[name] = value;
  }
}

/** Copies documents and arrays deeply. BSON values are immutable by convention and therefore shared. */
export function cloneValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cloneValue);
  if (!isDoc(value)) return value;
  return cloneDoc(value);
}

export function cloneDoc(doc: Doc): Doc {
  const copy: Doc = {};
  for (const [name, value] of Object.entries(doc)) setField(copy, name, cloneValue(value));
  return copy;
}

/** Converts an integer to the smallest BSON type that holds it, and any other number to a double. */
function numberValue(value: number): Int32 | Long | Double {
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) return new Double(value);
  return value >= -0x80000000 && value <= 0x7fffffff ? new Int32(value) : Long.fromNumber(value);
}

/** MongoDB's alias for a value's type, as in $type and error messages. */
export function typeName(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint' || (value instanceof Long && !(value instanceof Timestamp))) return 'long';
  if (typeof value === 'number') {
    const typed = numberValue(value);
    return typed instanceof Int32 ? 'int' : typed instanceof Long ? 'long' : 'double';
  }
  return objectTypeName(value);
}

const CLASS_NAMES = [
  [Int32, 'int'],
  [Double, 'double'],
  [Decimal128, 'decimal'],
  [Date, 'date'],
  [ObjectId, 'objectId'],
  [Binary, 'binData'],
  [Uint8Array, 'binData'],
  [BSONRegExp, 'regex'],
  [RegExp, 'regex'],
  [Timestamp, 'timestamp'],
  [BSONSymbol, 'symbol'],
  [MinKey, 'minKey'],
  [MaxKey, 'maxKey'],
  [DBRef, 'object'],
] as const;

function objectTypeName(value: unknown): string {
  for (const [type, name] of CLASS_NAMES) if (value instanceof type) return name;
  if (value instanceof Code) return value.scope === null ? 'javascript' : 'javascriptWithScope';
  return 'object';
}
