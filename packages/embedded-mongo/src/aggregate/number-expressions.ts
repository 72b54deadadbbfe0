import { Decimal128, Double, Int32, Long, ObjectId } from 'bson';
import { isNumeric, typeName } from '../bson.ts';
import { calculate } from '../arithmetic.ts';
import { CommandError } from '../errors.ts';
import { compareValues } from '../keys.ts';
import { average, sum } from './accumulate.ts';
import { list, nullable, numeric, single } from './arguments.ts';
import type { Operator, Scope } from './operator.ts';

/** Arithmetic and conversions by MongoDB's type rules. */
export const numberExpressions: readonly (readonly [string, Operator])[] = [
  ['$add', add],
  ['$subtract', subtract],
  ['$multiply', (argument, scope) => fold('multiply', argument, scope)],
  ['$divide', divide],
  ['$sum', (argument, scope) => sum(flat(argument, scope))],
  ['$avg', (argument, scope) => average(flat(argument, scope))],
  ['$min', (argument, scope) => extreme(flat(argument, scope), -1)],
  ['$max', (argument, scope) => extreme(flat(argument, scope), 1)],
  ['$type', (argument, scope) => typeName(single(argument, scope))],
  ['$isNumber', (argument, scope) => isNumeric(single(argument, scope))],
  ['$toString', (argument, scope) => toText(single(argument, scope))],
  [
    '$toObjectId',
    (argument, scope) =>
      nullable(single(argument, scope), (value) => (value instanceof ObjectId ? value : objectId(value))),
  ],
  [
    '$toDouble',
    (argument, scope) => nullable(single(argument, scope), (value) => new Double(numeric('$toDouble', value))),
  ],
  [
    '$toDecimal',
    (argument, scope) => nullable(single(argument, scope), (value) => Decimal128.fromString(String(value))),
  ],
];

function fold(operation: 'add' | 'multiply', argument: unknown, scope: Scope): unknown {
  let total: unknown = new Int32(operation === 'add' ? 0 : 1);
  for (const item of list(argument)) {
    const value = scope.evaluate(item);
    if (value === undefined || value === null) return null;
    if (!isNumeric(value))
      throw new CommandError(14, `$${operation} only supports numeric types, not ${typeName(value)}`);
    total = calculate(operation, total, value, { onOverflow: 'double' });
  }
  return total;
}

function add(argument: unknown, scope: Scope): unknown {
  const values = list(argument).map((item) => scope.evaluate(item));
  const date = values.find((value) => value instanceof Date);
  if (date === undefined)
    return fold(
      'add',
      values.map((value) => ({ $literal: value ?? null })),
      scope,
    );
  if (values.includes(undefined) || values.includes(null)) return null;
  return new Date(
    values.reduce(
      (total: number, value) => total + (value instanceof Date ? value.getTime() : numeric('$add', value)),
      0,
    ),
  );
}

function subtract(argument: unknown, scope: Scope): unknown {
  const [a, b] = [scope.evaluate(list(argument)[0]), scope.evaluate(list(argument)[1])];
  if (a === undefined || a === null || b === undefined || b === null) return null;
  if (a instanceof Date)
    return b instanceof Date
      ? Long.fromNumber(a.getTime() - b.getTime())
      : new Date(a.getTime() - numeric('$subtract', b));
  if (!isNumeric(a) || !isNumeric(b)) throw new CommandError(14, `can't $subtract ${typeName(b)} from ${typeName(a)}`);
  return calculate('subtract', a, b, { onOverflow: 'double' });
}

function divide(argument: unknown, scope: Scope): unknown {
  const [a, b] = [scope.evaluate(list(argument)[0]), scope.evaluate(list(argument)[1])];
  if (a === undefined || a === null || b === undefined || b === null) return null;
  const divisor = numeric('$divide', b);
  if (divisor === 0) throw new CommandError(2, "can't $divide by zero");
  return new Double(numeric('$divide', a) / divisor);
}

function flat(argument: unknown, scope: Scope): unknown[] {
  const values = Array.isArray(argument)
    ? argument.map((item: unknown) => scope.evaluate(item))
    : [scope.evaluate(argument)];
  return values.length === 1 && Array.isArray(values[0]) ? values[0] : values;
}

function extreme(values: readonly unknown[], direction: 1 | -1): unknown {
  const known = values.filter((value) => value !== undefined && value !== null);
  return known.reduce<unknown>(
    (best, value) => (best === null || compareValues(value, best) * direction > 0 ? value : best),
    null,
  );
}

function toText(value: unknown): unknown {
  return nullable(value, (known) => {
    if (known instanceof Date) return known.toISOString();
    if (known instanceof ObjectId) return known.toHexString();
    if (typeof known === 'string' || typeof known === 'boolean' || isNumeric(known)) return String(known);
    throw new CommandError(
      241,
      `Unsupported conversion from ${typeName(known)} to string in $convert with no onError value`,
    );
  });
}

function objectId(value: unknown): ObjectId {
  if (typeof value === 'string' && ObjectId.isValid(value) && value.length === 24)
    return ObjectId.createFromHexString(value);
  throw new CommandError(241, `Failed to parse objectId '${String(value)}' in $convert with no onError value`);
}
