import { describe, expect, it } from '@jest/globals';
import { Binary, BSONRegExp, Decimal128, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import fc from 'fast-check';
import { compareKeys, compareValues, encodeKey } from '../src/keys.ts';

const decimal = (text: string) => Decimal128.fromString(text);
const long = (text: string) => Long.fromString(text);

/** Values in MongoDB's ascending order. */
const ASCENDING: readonly (readonly [string, readonly unknown[]])[] = [
  [
    'types',
    [
      new MinKey(),
      null,
      1,
      'a',
      { a: 1 },
      [1],
      new Binary(Buffer.from('a')),
      new ObjectId('507f1f77bcf86cd799439011'),
      false,
      new Date(0),
      new Timestamp({ t: 1, i: 1 }),
      new BSONRegExp('a'),
      new MaxKey(),
    ],
  ],
  [
    'numbers of all types',
    [
      Number.NaN,
      -Infinity,
      -1e300,
      -2,
      decimal('-0.11'),
      decimal('-0.1'),
      -1e-300,
      0,
      1e-300,
      0.1,
      decimal('0.11'),
      decimal('0.110000000000000000000000000000001'),
      0.5,
      1,
      1.5,
      2,
      10,
      255,
      256,
      2 ** 31,
      Infinity,
    ],
  ],
  [
    'longs that share a double',
    [
      2 ** 53 - 1,
      long('9007199254740992'),
      long('9007199254740993'),
      long('9007199254740994'),
      long('9223372036854775806'),
      long('9223372036854775807'),
    ],
  ],
  [
    'dates around 1970',
    [-8.64e15, -1e12, -4097, -4096, -16, -15, -1, 0, 1, 15, 16, 1e12, 8.64e15].map((ms) => new Date(ms)),
  ],
  ['texts', ['', '\u0000', '\u0001', '\u0002', 'A', 'a', 'a\u0000', 'aa', 'b', 'é', '\uffff', '\u{10000}']],
  ['documents', [{}, { a: 1 }, { a: 1, b: 1 }, { a: 2 }, { b: 1 }, { a: 'x' }]],
  ['arrays', [[], [null], [1], [1, 1], [2], ['a']]],
  ['binary by length first', [Buffer.from('z'), Buffer.from('aa')].map((bytes) => new Binary(bytes))],
];

describe('keys sort as MongoDB sorts values', () => {
  it.each(ASCENDING)('%s', (_name, values) => {
    const shuffled = [...values].reverse().sort(compareValues);
    expect(shuffled.map(encodeKey)).toEqual(values.map(encodeKey));
    expect(new Set(values.map(encodeKey)).size).toBe(values.length);
  });

  it('equal numbers of different types have the same key', () => {
    const equal = [7, long('7'), decimal('7'), decimal('7.00'), decimal('0.7E1')].map(encodeKey);
    expect(new Set(equal).size).toBe(1);
    expect(encodeKey(-0)).toBe(encodeKey(0));
  });

  it('the keys of any two doubles, texts or dates keep their order', () => {
    const ordered = <T>(values: fc.Arbitrary<T>, order: (a: T, b: T) => number) =>
      fc.assert(
        fc.property(
          values,
          values,
          (a, b) => Math.sign(compareKeys(encodeKey(a), encodeKey(b))) === Math.sign(order(a, b)),
        ),
      );
    ordered(fc.double({ noNaN: true }), (a, b) => (a === b ? 0 : a - b > 0 || a > b ? 1 : -1));
    ordered(fc.string({ unit: 'grapheme' }), (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    ordered(fc.date({ noInvalidDate: true }), (a, b) => a.getTime() - b.getTime());
  });
});
