import { Decimal128, Double, Int32, Long, ObjectId } from 'bson';
import { type Doc, getField, isDoc, isNumeric, isTruthy, setField, toInteger, toNumber, typeName } from '../bson.ts';
import { calculate } from '../arithmetic.ts';
import { CommandError } from '../errors.ts';
import { compareValues, sameValue } from '../keys.ts';
import { average, sum } from './accumulate.ts';
import { dateTrunc } from './date-trunc.ts';
import type { Operator, Scope } from './expression.ts';

/** Operators whose result must keep BSON's types or bind variables; all others are mingo's. */
export const nativeOperators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['$literal', (argument) => argument],
  ...comparisons(),
  ['$and', (argument, scope) => list(argument).every((item) => isTruthy(scope.evaluate(item)))],
  ['$or', (argument, scope) => list(argument).some((item) => isTruthy(scope.evaluate(item)))],
  ['$not', (argument, scope) => !isTruthy(scope.evaluate(list(argument)[0]))],
  ['$cond', conditional],
  ['$ifNull', ifNull],
  ['$switch', switchCase],
  ['$let', letIn],
  ['$map', mapOver],
  ['$filter', filterBy],
  ['$reduce', reduceTo],
  ['$add', add],
  ['$subtract', subtract],
  ['$multiply', (argument, scope) => fold('multiply', argument, scope)],
  ['$divide', divide],
  ['$in', (argument, scope) => isIn(scope.evaluate(list(argument)[0]), scope.evaluate(list(argument)[1]))],
  [
    '$arrayElemAt',
    (argument, scope) => elementAt(scope.evaluate(list(argument)[0]), scope.evaluate(list(argument)[1])),
  ],
  ['$first', (argument, scope) => elementAt(single(argument, scope), 0)],
  ['$last', (argument, scope) => elementAt(single(argument, scope), -1)],
  ['$size', (argument, scope) => new Int32(arrayOf('$size', single(argument, scope)).length)],
  ['$isArray', (argument, scope) => Array.isArray(single(argument, scope))],
  ['$concatArrays', concatArrays],
  [
    '$reverseArray',
    (argument, scope) => nullable(single(argument, scope), (value) => [...arrayOf('$reverseArray', value)].reverse()),
  ],
  ['$slice', slice],
  ['$mergeObjects', mergeObjects],
  ['$objectToArray', objectToArray],
  ['$getField', readField],
  ['$type', (argument, scope) => typeName(single(argument, scope))],
  ['$isNumber', (argument, scope) => isNumeric(single(argument, scope))],
  ['$dateTrunc', dateTrunc],
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
  ['$sum', (argument, scope) => sum(flat(argument, scope))],
  ['$avg', (argument, scope) => average(flat(argument, scope))],
  ['$min', (argument, scope) => extreme(flat(argument, scope), -1)],
  ['$max', (argument, scope) => extreme(flat(argument, scope), 1)],
]);

function comparisons(): [string, Operator][] {
  const table: Readonly<Record<string, (order: number) => unknown>> = {
    $eq: (order) => order === 0,
    $ne: (order) => order !== 0,
    $gt: (order) => order > 0,
    $gte: (order) => order >= 0,
    $lt: (order) => order < 0,
    $lte: (order) => order <= 0,
    $cmp: (order) => new Int32(Math.sign(order)),
  };
  return Object.entries(table).map(([name, result]) => [
    name,
    (argument, scope) => {
      const items = list(argument);
      if (items.length !== 2)
        throw new CommandError(16020, `Expression ${name} takes exactly 2 arguments. ${items.length} were passed in.`);
      return result(compareExpressions(scope.evaluate(items[0]), scope.evaluate(items[1])));
    },
  ]);
}

/** In expressions a missing field sorts below null. */
function compareExpressions(a: unknown, b: unknown): number {
  if (a === undefined || b === undefined) {
    if (a === b) return 0;
    const other = a ?? b;
    if (other === undefined || other === null) return a === undefined ? -1 : 1;
  }
  return compareValues(a, b);
}

function list(argument: unknown): readonly unknown[] {
  return Array.isArray(argument) ? argument : [argument];
}

function single(argument: unknown, scope: Scope): unknown {
  return scope.evaluate(Array.isArray(argument) && argument.length === 1 ? argument[0] : argument);
}

function nullable(value: unknown, map: (value: unknown) => unknown): unknown {
  return value === undefined || value === null ? null : map(value);
}

function arrayOf(name: string, value: unknown): unknown[] {
  if (!Array.isArray(value))
    throw new CommandError(17124, `The argument to ${name} must be an array, but was of type: ${typeName(value)}`);
  return value;
}

function fields(name: string, argument: unknown, required: readonly string[]): Doc {
  if (!isDoc(argument)) throw new CommandError(16878, `${name} only supports an object as its argument`);
  for (const field of required)
    if (!(field in argument)) throw new CommandError(16879, `Missing '${field}' parameter to ${name}`);
  return argument;
}

function conditional(argument: unknown, scope: Scope): unknown {
  if (!Array.isArray(argument)) {
    const parts = fields('$cond', argument, ['if', 'then', 'else']);
    return scope.evaluate(isTruthy(scope.evaluate(parts['if'])) ? parts['then'] : parts['else']);
  }
  if (argument.length !== 3)
    throw new CommandError(16020, `Expression $cond takes exactly 3 arguments. ${argument.length} were passed in.`);
  return scope.evaluate(isTruthy(scope.evaluate(argument[0])) ? argument[1] : argument[2]);
}

function ifNull(argument: unknown, scope: Scope): unknown {
  const items = list(argument);
  for (const [i, item] of items.entries()) {
    const value = scope.evaluate(item);
    if ((value !== undefined && value !== null) || i === items.length - 1) return value;
  }
  return null;
}

function switchCase(argument: unknown, scope: Scope): unknown {
  const parts = fields('$switch', argument, ['branches']);
  for (const branch of arrayOf('$switch', parts['branches'])) {
    if (isDoc(branch) && isTruthy(scope.evaluate(branch['case']))) return scope.evaluate(branch['then']);
  }
  if (!('default' in parts))
    throw new CommandError(
      40066,
      '$switch could not find a matching branch for an input, and no default was specified.',
    );
  return scope.evaluate(parts['default']);
}

function letIn(argument: unknown, scope: Scope): unknown {
  const { vars, in: body } = fields('$let', argument, ['vars', 'in']);
  const bound = Object.fromEntries(
    Object.entries(isDoc(vars) ? vars : {}).map(([name, item]) => [name, scope.evaluate(item)]),
  );
  return scope.evaluate(body, bound);
}

function nameOf(as: unknown): string {
  return typeof as === 'string' ? as : 'this';
}

function mapOver(argument: unknown, scope: Scope): unknown {
  const { input, as, in: body } = fields('$map', argument, ['input', 'in']);
  return nullable(scope.evaluate(input), (value) =>
    arrayOf('$map', value).map((item) => scope.evaluate(body, { [nameOf(as)]: item }) ?? null),
  );
}

function filterBy(argument: unknown, scope: Scope): unknown {
  const { input, as, cond, limit } = fields('$filter', argument, ['input', 'cond']);
  const most = limit === undefined ? undefined : toInteger(scope.evaluate(limit));
  return nullable(scope.evaluate(input), (value) =>
    arrayOf('$filter', value)
      .filter((item) => isTruthy(scope.evaluate(cond, { [nameOf(as)]: item })))
      .slice(0, most),
  );
}

function reduceTo(argument: unknown, scope: Scope): unknown {
  const { input, initialValue, in: body } = fields('$reduce', argument, ['input', 'initialValue', 'in']);
  return nullable(scope.evaluate(input), (items) =>
    arrayOf('$reduce', items).reduce(
      (value: unknown, item) => scope.evaluate(body, { value, this: item }),
      scope.evaluate(initialValue),
    ),
  );
}

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

function numeric(name: string, value: unknown): number {
  if (typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value))) return Number(value);
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'boolean') return value ? 1 : 0;
  const number = toNumber(value);
  if (number === undefined) throw new CommandError(14, `${name} only supports numeric types, not ${typeName(value)}`);
  return number;
}

function isIn(value: unknown, array: unknown): boolean {
  if (!Array.isArray(array))
    throw new CommandError(40081, `$in requires an array as a second argument, found: ${typeName(array)}`);
  return array.some((item) => sameValue(item, value));
}

function elementAt(array: unknown, position: unknown): unknown {
  if (array === undefined || array === null) return null;
  const index = toInteger(position);
  if (!Array.isArray(array))
    throw new CommandError(28689, `$arrayElemAt's first argument must be an array, but is ${typeName(array)}`);
  if (index === undefined)
    throw new CommandError(
      28690,
      `$arrayElemAt's second argument must be a numeric value, but is ${typeName(position)}`,
    );
  return array.at(index);
}

function concatArrays(argument: unknown, scope: Scope): unknown {
  const values = list(argument).map((item) => scope.evaluate(item));
  if (values.some((value) => value === undefined || value === null)) return null;
  return values.flatMap((value) => arrayOf('$concatArrays', value));
}

function slice(argument: unknown, scope: Scope): unknown {
  const [array, first, second] = list(argument).map((item) => scope.evaluate(item));
  if (array === undefined || array === null) return null;
  const items = arrayOf('$slice', array);
  const from = toInteger(first) ?? 0;
  if (second === undefined) return from >= 0 ? items.slice(0, from) : items.slice(from);
  const start = from >= 0 ? from : Math.max(0, items.length + from);
  return items.slice(start, start + (toInteger(second) ?? 0));
}

function mergeObjects(argument: unknown, scope: Scope): Doc {
  const evaluated = list(argument).map((item) => scope.evaluate(item));
  const values = evaluated.length === 1 && Array.isArray(evaluated[0]) ? evaluated[0] : evaluated;
  const merged: Doc = {};
  for (const value of values) {
    if (value === undefined || value === null) continue;
    if (!isDoc(value))
      throw new CommandError(40400, `$mergeObjects requires object inputs, but input is of type ${typeName(value)}`);
    for (const [name, item] of Object.entries(value)) setField(merged, name, item);
  }
  return merged;
}

function objectToArray(argument: unknown, scope: Scope): unknown {
  return nullable(single(argument, scope), (value) => {
    if (!isDoc(value))
      throw new CommandError(40390, `$objectToArray requires a document input, found: ${typeName(value)}`);
    return Object.entries(value).map(([k, v]) => ({ k, v }));
  });
}

function readField(argument: unknown, scope: Scope): unknown {
  const named = isDoc(argument) && 'field' in argument;
  const name = scope.evaluate(named ? argument['field'] : argument);
  const input = named && 'input' in argument ? scope.evaluate(argument['input']) : scope.root;
  return isDoc(input) ? getField(input, String(name)) : undefined;
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
