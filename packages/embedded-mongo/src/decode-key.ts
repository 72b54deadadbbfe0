import { Double, Int32, ObjectId } from 'bson';
import { NAN_KEY, RESERVED, TAG, ZERO_DIGITS } from './keys.ts';

/** True if `decodeKey` restores exactly this value, including its type. Missing counts as null. */
export function isPlain(value: unknown): boolean {
  if (value === undefined || value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (value instanceof Int32 || value instanceof ObjectId) return true;
  if (value instanceof Date) return !Number.isNaN(value.getTime());
  if (value instanceof Double) return !isInt32(value.value) && !Object.is(value.value, -0);
  return typeof value === 'number' && !Object.is(value, -0);
}

/** Restores the value of a key from `encodeKey`. Works only for plain values. */
export function decodeKey(key: string): unknown {
  switch (key.charAt(0)) {
    case TAG.number:
      return decodeNumber(key);
    case TAG.string:
      return key.slice(1).replace(ESCAPED, (_, at: string) => RESERVED[Number(at)] ?? '');
    case TAG.boolean:
      return key === `${TAG.boolean}1`;
    case TAG.date:
      return new Date(decodeDate(key));
    case TAG.objectId:
      return new ObjectId(key.slice(1));
    default:
      return null;
  }
}

const ESCAPED = /\u0002([0-2])/g;

function isInt32(number: number): boolean {
  return (number | 0) === number && !Object.is(number, -0);
}

const view = new DataView(new ArrayBuffer(8));

/** The digits of a double without trailing zeros, and one character that marks an exact value. */
function decodeNumber(key: string): Int32 | Double {
  if (key === NAN_KEY) return new Double(Number.NaN);
  const digits = key.slice(1, -1).padEnd(16, '0');
  const [high, low] = [Number.parseInt(digits.slice(0, 8), 16), Number.parseInt(digits.slice(8), 16)];
  const negative = high >>> 31 === 0;
  view.setUint32(0, negative ? ~high : high & 0x7fffffff);
  view.setUint32(4, negative ? ~low : low);
  const number = view.getFloat64(0);
  return isInt32(number) ? new Int32(number) : new Double(number);
}

function decodeDate(key: string): number {
  const digits = key.slice(2);
  if (key.charCodeAt(1) > ZERO_DIGITS) return Number.parseInt(digits, 16);
  const complement = [...digits].map((digit) => (15 - Number.parseInt(digit, 16)).toString(16)).join('');
  return -Number.parseInt(complement, 16);
}
