import { Decimal128, Double, Int32, Long } from 'bson';
import { isNumeric, toNumber } from './bson.ts';
import { badValue } from './errors.ts';

/**
 * The result type by MongoDB's rules: the widest of decimal, double, long and int. An int that overflows becomes a
 * long.
 */
type Rank = 'int' | 'long' | 'double' | 'decimal';

function rankOf(value: unknown): Rank {
  if (value instanceof Decimal128) return 'decimal';
  if (value instanceof Int32) return 'int';
  if (value instanceof Long || typeof value === 'bigint') return 'long';
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= 0x7fffffff) return 'int';
  return 'double';
}

const ORDER: readonly Rank[] = ['int', 'long', 'double', 'decimal'];

function commonRank(a: unknown, b: unknown): Rank {
  const x = rankOf(a);
  const y = rankOf(b);
  return ORDER.indexOf(x) > ORDER.indexOf(y) ? x : y;
}

type Operation = 'add' | 'multiply';

const EXACT = {
  add: (a: bigint, b: bigint) => a + b,
  multiply: (a: bigint, b: bigint) => a * b,
};
const FLOAT = {
  add: (a: number, b: number) => a + b,
  multiply: (a: number, b: number) => a * b,
};

export interface Overflow {
  /** The effect of a 64-bit overflow: an expression continues with a double, an update fails. */
  readonly onOverflow: 'double' | 'fail';
}

/** Adds or multiplies two BSON numbers by MongoDB's type rules. */
export function calculate(
  operation: Operation,
  a: unknown,
  b: unknown,
  { onOverflow }: Overflow,
): Int32 | Long | Double | Decimal128 {
  if (!isNumeric(a) || !isNumeric(b)) throw badValue('only numbers can be calculated with');
  const rank = commonRank(a, b);
  if (rank === 'decimal') return calculateDecimal(operation, a, b);
  const inexact = FLOAT[operation](toNumber(a) ?? 0, toNumber(b) ?? 0);
  if (rank === 'double') return new Double(inexact);
  if (rank === 'int' && Math.abs(inexact) <= 0x7fffffff) return new Int32(inexact);
  const exact = EXACT[operation](toBigInt(a), toBigInt(b));
  if (exact === BigInt.asIntN(64, exact))
    return exact === -0x80000000n && rank === 'int' ? new Int32(inexact) : Long.fromBigInt(exact);
  if (onOverflow === 'fail') throw badValue(`Failed to apply an operation to a 64-bit integer: it would overflow`);
  return new Double(inexact);
}

function toBigInt(value: unknown): bigint {
  if (value instanceof Long) return value.toBigInt();
  if (typeof value === 'bigint') return value;
  return BigInt(Math.trunc(toNumber(value) ?? 0));
}

interface Scaled {
  readonly units: bigint;
  readonly exponent: number;
}

/** Parses a finite decimal as an integer times a power of ten. */
function parseScaled(text: string): Scaled | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null) return undefined;
  const fraction = match[3] ?? '';
  const units = BigInt(`${match[2] ?? ''}${fraction}` || '0');
  return { units: match[1] === '-' ? -units : units, exponent: Number(match[4] ?? 0) - fraction.length };
}

function calculateDecimal(operation: Operation, a: unknown, b: unknown): Decimal128 {
  const x = parseScaled(decimalText(a));
  const y = parseScaled(decimalText(b));
  if (x === undefined || y === undefined)
    return Decimal128.fromString(decimalName(FLOAT[operation](toNumber(a) ?? Number.NaN, toNumber(b) ?? Number.NaN)));
  if (operation === 'multiply') return fromScaled({ units: x.units * y.units, exponent: x.exponent + y.exponent });
  const exponent = Math.min(x.exponent, y.exponent);
  const raise = (s: Scaled) => s.units * 10n ** BigInt(s.exponent - exponent);
  return fromScaled({ units: EXACT[operation](raise(x), raise(y)), exponent });
}

function decimalName(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  return value > 0 ? 'Infinity' : '-Infinity';
}

/** Converts a double to a decimal with 15 digits, as MongoDB does. */
function decimalText(value: unknown): string {
  if (value instanceof Double) return String(Number(value.value.toPrecision(15)));
  return String(value);
}

const DECIMAL_DIGITS = 34;

function fromScaled({ units, exponent }: Scaled): Decimal128 {
  let text = (units < 0n ? -units : units).toString();
  let shift = exponent;
  if (text.length > DECIMAL_DIGITS) {
    const cut = text.length - DECIMAL_DIGITS;
    const unit = 10n ** BigInt(cut);
    const half = BigInt(text) % unit;
    let kept = BigInt(text) / unit;
    if (half * 2n > unit || (half * 2n === unit && kept % 2n === 1n)) kept += 1n;
    text = kept.toString();
    shift += cut;
  }
  return Decimal128.fromString(`${units < 0n ? '-' : ''}${text}E${shift >= 0 ? '+' : ''}${shift}`);
}
