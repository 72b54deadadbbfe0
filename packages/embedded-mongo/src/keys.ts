import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  DBRef,
  Decimal128,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson';
import { type Doc, isNumeric, toNumber } from './bson.ts';

/**
 * Text keys whose byte order is MongoDB's order of values (type bracket first, then value), so that an SQLite index
 * over them sorts, seeks and compares as MongoDB does. The first character is the type bracket, in the order of the
 * manual's "Comparison/Sort Order". Missing and null share a key, because they sort equally.
 */
export const TAG = {
  minKey: 'a',
  null: 'b',
  number: 'c',
  string: 'd',
  object: 'e',
  array: 'f',
  binary: 'g',
  objectId: 'h',
  boolean: 'i',
  date: 'j',
  timestamp: 'k',
  regex: 'l',
  dbRef: 'm',
  code: 'n',
  maxKey: 'z',
} as const;

export const NULL_KEY = TAG.null;
/** An empty array sorts after MinKey and before null. */
export const EMPTY_ARRAY_KEY = `${TAG.minKey}1`;
/** The lowest key of all numbers. Only NaN has it. */
export const NAN_KEY = `${TAG.number}0`;

const END = '\u0001';
const view = new DataView(new ArrayBuffer(8));

/** Encodes a value as the key of an index column. */
export function encodeKey(value: unknown): string {
  if (typeof value === 'string') return TAG.string + escapeText(value);
  if (value === undefined || value === null) return NULL_KEY;
  if (typeof value === 'boolean') return value ? 'i1' : 'i0';
  if (isNumeric(value)) return numberKey(value);
  if (Array.isArray(value)) return TAG.array + value.map((item) => encodeKey(item) + END).join('') + END;
  if (value instanceof Date) return TAG.date + dateHex(value.getTime());
  if (value instanceof ObjectId) return TAG.objectId + value.toHexString();
  return otherKey(value);
}

function otherKey(value: unknown): string {
  if (value instanceof Binary) return binaryKey(value.sub_type, value.value());
  if (value instanceof Uint8Array) return binaryKey(0, value);
  if (value instanceof BSONSymbol) return TAG.string + escapeText(value.value);
  if (value instanceof Timestamp)
    return TAG.timestamp + hex32(value.getHighBitsUnsigned()) + hex32(value.getLowBitsUnsigned());
  if (value instanceof BSONRegExp) return TAG.regex + escapeText(value.pattern) + END + value.options;
  if (value instanceof RegExp) return TAG.regex + escapeText(value.source) + END + value.flags;
  if (value instanceof MinKey) return TAG.minKey;
  if (value instanceof MaxKey) return TAG.maxKey;
  if (value instanceof Code) return TAG.code + escapeText(String(value.code));
  if (value instanceof DBRef) return TAG.dbRef + escapeText(JSON.stringify(value));
  return typeof value === 'object' && value !== null ? objectKey({ ...value }) : NULL_KEY;
}

/** Compares field by field: type, name, value. A shorter document comes first. */
function objectKey(doc: Doc): string {
  let key: string = TAG.object;
  for (const [name, value] of Object.entries(doc)) {
    const inner = encodeKey(value);
    key += inner.charAt(0) + escapeText(name) + END + inner.slice(1) + END;
  }
  return key + END;
}

function binaryKey(subType: number, bytes: Uint8Array): string {
  return TAG.binary + hex32(bytes.length) + subType.toString(16).padStart(2, '0') + Buffer.from(bytes).toString('hex');
}

function numberKey(value: unknown): string {
  const number = toNumber(value) ?? 0;
  if (Number.isNaN(number)) return NAN_KEY;
  const key = TAG.number + doubleHex(number);
  if (value instanceof Decimal128) return key + decimalRest(value, number);
  return key + (Math.abs(number) < Number.MAX_SAFE_INTEGER ? EXACT : longRest(value, number));
}

/**
 * The suffix after the nearest double in a number's key: the value is equal, below or above. All three sort before a
 * digit.
 */
const BELOW = '+';
const EXACT = ',';
const ABOVE = '-';

/** Longs beyond 2^53 can share their nearest double, so the rest is added to distinguish them. */
function longRest(value: unknown, number: number): string {
  if (!Number.isFinite(number)) return EXACT;
  const exact = value instanceof Long ? value.toBigInt() : typeof value === 'bigint' ? value : undefined;
  const rest = exact === undefined ? 0 : Number(exact - BigInt(number));
  return rest === 0 ? EXACT : (rest < 0 ? BELOW : ABOVE) + hex32(rest + 0x8000);
}

/** A decimal that has no exact double (0.1) sorts next to its nearest double. */
function decimalRest(value: Decimal128, number: number): string {
  if (!Number.isFinite(number)) return EXACT;
  const text = value.toString();
  const nearest = number.toPrecision(34);
  if (sameDecimal(text, nearest)) return EXACT;
  return (decimalLess(text, nearest) ? BELOW : ABOVE) + digitsKey(text);
}

/**
 * Decimals with the same nearest double have the same magnitude, so their digits order them; for negative ones the
 * complements.
 */
function digitsKey(text: string): string {
  const { digits, negative } = decimalParts(text);
  if (!negative) return digits;
  return `${[...digits].map((digit) => 9 - Number(digit)).join('')}~`;
}

function decimalParts(text: string): { negative: boolean; digits: string; exponent: number } {
  const match = /^(-?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
  const whole = match?.[2] ?? '';
  const fraction = match?.[3] ?? '';
  const digits = (whole + fraction).replace(/^0+/, '');
  const trimmed = digits.replace(/0+$/, '');
  const exponent = Number(match?.[4] ?? 0) - fraction.length + (digits.length - trimmed.length);
  return { negative: match?.[1] === '-', digits: trimmed, exponent: trimmed === '' ? 0 : exponent };
}

function sameDecimal(a: string, b: string): boolean {
  const x = decimalParts(a);
  const y = decimalParts(b);
  return x.digits === y.digits && x.exponent === y.exponent && (x.digits === '' || x.negative === y.negative);
}

function decimalLess(a: string, b: string): boolean {
  const x = decimalParts(a);
  const y = decimalParts(b);
  const scale = Math.min(x.exponent, y.exponent);
  const exact = (p: typeof x) =>
    BigInt(`${p.negative ? '-' : ''}${p.digits || '0'}`) * 10n ** BigInt(p.exponent - scale);
  if (Math.abs(x.exponent - y.exponent) > 400) return false;
  return exact(x) < exact(y);
}

function doubleHex(number: number): string {
  view.setFloat64(0, number === 0 ? 0 : number);
  let high = view.getUint32(0);
  let low = view.getUint32(4);
  if (high >>> 31 === 1) {
    high = ~high >>> 0;
    low = ~low >>> 0;
  } else {
    high = (high | 0x80000000) >>> 0;
  }
  // Removing trailing zeros keeps keys short. The suffix sorts before any digit, so the order is preserved.
  return (hex32(high) + hex32(low)).replace(/0+$/, '');
}

/** Encodes an integer as its number of hex digits and the digits; for a negative one both are complements. */
function dateHex(milliseconds: number): string {
  const known = Number.isNaN(milliseconds) ? 0 : milliseconds;
  const digits = Math.abs(known).toString(16);
  if (known >= 0) return String.fromCharCode(ZERO_DIGITS + digits.length) + digits;
  const complement = [...digits].map((digit) => (15 - Number.parseInt(digit, 16)).toString(16)).join('');
  return String.fromCharCode(ZERO_DIGITS - digits.length) + complement;
}

export const ZERO_DIGITS = 0x60;

function hex32(number: number): string {
  return number.toString(16).padStart(8, '0');
}

/** Escapes U+0000, which ends JSON text in SQLite, and U+0001, the terminator of keys. Preserves the order. */
function escapeText(text: string): string {
  if (!RESERVED.some((char) => text.includes(char))) return text;
  return [...text].map((char) => (RESERVED.includes(char) ? `\u0002${RESERVED.indexOf(char)}` : char)).join('');
}

export const RESERVED = ['\u0000', '\u0001', '\u0002'];

/** Compares two keys by their UTF-8 bytes, as SQLite's BINARY collation does. */
export function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return codeUnitWeight(x) - codeUnitWeight(y);
  }
  return a.length - b.length;
}

/** In UTF-16, U+10000 and above (surrogates) sort before U+E000; in UTF-8 they sort after it. */
function codeUnitWeight(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}

/** Compares two values in MongoDB's order. Missing counts as null. */
export function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return compareKeys(a, b);
  return compareKeys(encodeKey(a), encodeKey(b));
}

export function sameValue(a: unknown, b: unknown): boolean {
  return compareValues(a, b) === 0;
}

/** The type bracket of a value. Operators such as $gt compare only within a bracket. */
export function bracketOf(value: unknown): string {
  return encodeKey(value).charAt(0);
}

/** The first key after a bracket. */
export function afterBracket(tag: string): string {
  return String.fromCharCode(tag.charCodeAt(0) + 1);
}
