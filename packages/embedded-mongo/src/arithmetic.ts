import { Decimal128, Double, Int32, Long } from 'bson';
import { isNumeric, toNumber } from './bson.ts';
import { badValue, notSupported } from './errors.ts';

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
): Int32 | Long | Double {
  if (!isNumeric(a) || !isNumeric(b)) throw badValue('only numbers can be calculated with');
  const rank = commonRank(a, b);
  if (rank === 'decimal') throw notSupported('arithmetic with decimals');
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
