import { type Doc, isDoc, isTruthy, typeName } from '../bson.ts';
import { CommandError } from '../errors.ts';
import { compareValues, encodeKey, sameValue } from '../keys.ts';
import type { Operator, Scope } from './operator.ts';

/** The expression operators that Earshot's services use. */
export const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['$literal', (argument) => argument],
  ...comparisons(),
  ['$and', (argument, scope) => list(argument).every((item) => isTruthy(scope.evaluate(item)))],
  ['$or', (argument, scope) => list(argument).some((item) => isTruthy(scope.evaluate(item)))],
  ['$not', (argument, scope) => !isTruthy(scope.evaluate(list(argument)[0]))],
  ['$cond', conditional],
  ['$ifNull', ifNull],
  ['$in', (argument, scope) => isIn(scope.evaluate(list(argument)[0]), scope.evaluate(list(argument)[1]))],
  ['$isArray', (argument, scope) => Array.isArray(single(argument, scope))],
  ['$filter', filterBy],
  ['$concatArrays', (argument, scope) => arraysOf('$concatArrays', argument, scope)?.flat() ?? null],
  ['$setUnion', setUnion],
  ['$min', (argument, scope) => extreme(flat(argument, scope), -1)],
  ['$max', (argument, scope) => extreme(flat(argument, scope), 1)],
]);

function list(argument: unknown): readonly unknown[] {
  return Array.isArray(argument) ? argument : [argument];
}

function single(argument: unknown, scope: Scope): unknown {
  return scope.evaluate(Array.isArray(argument) && argument.length === 1 ? argument[0] : argument);
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

function comparisons(): [string, Operator][] {
  const table: Readonly<Record<string, (order: number) => unknown>> = {
    $eq: (order) => order === 0,
    $ne: (order) => order !== 0,
    $gt: (order) => order > 0,
    $gte: (order) => order >= 0,
    $lt: (order) => order < 0,
    $lte: (order) => order <= 0,
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

/** In expressions, a missing field sorts before null. */
function compareExpressions(a: unknown, b: unknown): number {
  if (a === undefined || b === undefined) {
    if (a === b) return 0;
    const other = a ?? b;
    if (other === undefined || other === null) return a === undefined ? -1 : 1;
  }
  return compareValues(a, b);
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

function isIn(value: unknown, array: unknown): boolean {
  if (!Array.isArray(array))
    throw new CommandError(40081, `$in requires an array as a second argument, found: ${typeName(array)}`);
  return array.some((item) => sameValue(item, value));
}

function filterBy(argument: unknown, scope: Scope): unknown {
  const { input, as, cond } = fields('$filter', argument, ['input', 'cond']);
  const value = scope.evaluate(input);
  if (value === undefined || value === null) return null;
  const name = typeof as === 'string' ? as : 'this';
  return arrayOf('$filter', value).filter((item) => isTruthy(scope.evaluate(cond, { [name]: item })));
}

/** The evaluated arrays; undefined if one of them is null or missing. */
function arraysOf(name: string, argument: unknown, scope: Scope): unknown[][] | undefined {
  const values = list(argument).map((item) => scope.evaluate(item));
  if (values.some((value) => value === undefined || value === null)) return undefined;
  return values.map((value) => arrayOf(name, value));
}

function setUnion(argument: unknown, scope: Scope): unknown {
  const arrays = arraysOf('$setUnion', argument, scope);
  return arrays === undefined ? null : [...new Map(arrays.flat().map((item) => [encodeKey(item), item])).values()];
}

function flat(argument: unknown, scope: Scope): unknown[] {
  const values = list(argument).map((item) => scope.evaluate(item));
  return values.length === 1 && Array.isArray(values[0]) ? values[0] : values;
}

function extreme(values: readonly unknown[], direction: 1 | -1): unknown {
  const known = values.filter((value) => value !== undefined && value !== null);
  return known.reduce<unknown>(
    (best, value) => (best === null || compareValues(value, best) * direction > 0 ? value : best),
    null,
  );
}
