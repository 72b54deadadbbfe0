import { Decimal128, Double, Int32, Long } from 'bson';
import { calculate } from '../arithmetic.ts';
import { type Numeric, toNumber } from '../bson.ts';

/**
 * The sum of BSON numbers by MongoDB's type rules. Doubles are summed with the rounding errors of all steps, as in
 * MongoDB, so that the order of the values makes no difference.
 */
export class Sum {
  /** The sum of ints, longs and decimals. */
  #exact: unknown = new Int32(0);
  #fractional = false;
  #total = 0;
  #error = 0;

  add(value: Numeric, times = 1): void {
    if (value instanceof Int32 || value instanceof Long || value instanceof Decimal128) {
      const product = times === 1 ? value : calculate('multiply', value, new Int32(times), { onOverflow: 'double' });
      this.#exact = calculate('add', this.#exact, product, { onOverflow: 'double' });
      return;
    }
    this.#fractional = true;
    const number = toNumber(value) ?? 0;
    const product = number * times;
    this.#addDouble(product);
    if (times !== 1) this.#error += errorOfProduct(number, times, product);
  }

  result(): unknown {
    if (!this.#fractional) return this.#exact;
    const total = this.#total + this.#error;
    // The error of an infinite total is NaN.
    const doubles = new Double(Number.isNaN(total) ? this.#total : total);
    return calculate('add', this.#exact, doubles, { onOverflow: 'double' });
  }

  /** Knuth's TwoSum: adds a value and accumulates the exact rounding error. */
  #addDouble(value: number): void {
    const total = this.#total + value;
    const added = total - this.#total;
    this.#error += this.#total - (total - added) + (value - added);
    this.#total = total;
  }
}

const SPLIT = 2 ** 27 + 1;

/** The exact rounding error of a product, by Dekker's splitting; 0 if the split overflows. */
function errorOfProduct(a: number, b: number, product: number): number {
  const [a1, b1] = [upperHalf(a), upperHalf(b)];
  const [a2, b2] = [a - a1, b - b1];
  const error = a2 * b2 - (product - a1 * b1 - a2 * b1 - a1 * b2);
  return Number.isFinite(error) ? error : 0;
}

function upperHalf(number: number): number {
  const scaled = SPLIT * number;
  return scaled - (scaled - number);
}
