import { Int32 } from 'bson';
import { type Doc, getField, isDoc, isTruthy, setField, toInteger, typeName } from '../bson.ts';
import { CommandError } from '../errors.ts';
import { sameValue } from '../keys.ts';
import { arrayOf, fields, list, nullable, single } from './arguments.ts';
import type { Operator, Scope } from './operator.ts';

/** Operators over arrays and documents. Their elements keep their BSON types. */
export const arrayExpressions: readonly (readonly [string, Operator])[] = [
  ['$map', mapOver],
  ['$filter', filterBy],
  ['$reduce', reduceTo],
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
];

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

function nameOf(as: unknown): string {
  return typeof as === 'string' ? as : 'this';
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
