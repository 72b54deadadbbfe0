import { cloneValue, type Doc, isDoc, toInteger } from '../bson.ts';
import { badValue, CommandError } from '../errors.ts';
import { compareValues, sameValue } from '../keys.ts';
import { compileElement } from '../match/compile.ts';
import { equals, isOperatorDoc } from '../match/path-test.ts';
import { regexOf } from '../match/regex.ts';
import { compareSortKeys, sortKeys } from '../query/execute.ts';

const CONTEXT = {
  evaluate: () => {
    throw badValue('$expr is not allowed in $pull');
  },
};

function arrayAt(operator: string, current: unknown, path: string): unknown[] {
  if (current === undefined) return [];
  if (!Array.isArray(current))
    throw badValue(
      `The field '${path}' must be an array but is of another type in the document, so ${operator} cannot apply`,
    );
  return Array.from<unknown>(current);
}

const PUSH_MODIFIERS = new Set(['$each', '$position', '$slice', '$sort']);

export function push(current: unknown, argument: unknown, path: string): unknown[] {
  const array = arrayAt('$push', current, path);
  if (!isDoc(argument) || !('$each' in argument)) return [...array, cloneValue(argument)];
  const items = argument['$each'];
  if (!Array.isArray(items)) throw badValue('The argument to $each in $push must be an array');
  for (const name of Object.keys(argument))
    if (!PUSH_MODIFIERS.has(name)) throw badValue(`Unrecognized clause in $push: ${name}`);
  const position = whole(argument, '$position') ?? array.length;
  const grown = [...array.slice(0, position), ...items.map(cloneValue), ...array.slice(position)];
  if (argument['$sort'] !== undefined) sortItems(grown, argument['$sort']);
  const slice = whole(argument, '$slice');
  if (slice === undefined) return grown;
  return slice >= 0 ? grown.slice(0, slice) : grown.slice(slice);
}

function whole(modifiers: Doc, name: string): number | undefined {
  if (modifiers[name] === undefined) return undefined;
  const number = toInteger(modifiers[name]);
  if (number === undefined) throw badValue(`The value for ${name} must be an integer value`);
  return number;
}

function sortItems(array: unknown[], order: unknown): void {
  if (!isDoc(order)) {
    const direction = toInteger(order);
    if (direction !== 1 && direction !== -1) throw badValue('The $sort element value must be either 1 or -1');
    array.sort((a, b) => compareValues(a, b) * direction);
    return;
  }
  const fields = Object.entries(order).map(([path, value]) => {
    const direction = toInteger(value);
    if (direction !== 1 && direction !== -1) throw badValue('The $sort element value must be either 1 or -1');
    return { path, direction } as const;
  });
  const keys = (item: unknown) => sortKeys(isDoc(item) ? item : {}, fields);
  array.sort((a, b) => compareSortKeys(keys(a), keys(b), fields));
}

export function addToSet(current: unknown, argument: unknown, path: string): unknown[] {
  const array = arrayAt('$addToSet', current, path);
  const each = isDoc(argument) && '$each' in argument;
  const items: unknown = each ? argument['$each'] : [argument];
  if (!Array.isArray(items)) throw badValue('The argument to $each in $addToSet must be an array');
  if (each && Object.keys(argument).length > 1) throw badValue('Found unexpected fields after $each in $addToSet');
  for (const item of items) if (!array.some((known) => sameValue(known, item))) array.push(cloneValue(item));
  return array;
}

export function pull(current: unknown, argument: unknown, path: string): unknown[] | undefined {
  if (current === undefined) return undefined;
  const test = pullTest(argument);
  return arrayAt('$pull', current, path).filter((item) => !test(item));
}

function pullTest(argument: unknown): (item: unknown) => boolean {
  if (isOperatorDoc(argument) || isDoc(argument)) return compileElement(argument, CONTEXT);
  if (regexOf(argument) !== undefined) {
    const test = equals(argument);
    return (item) => test({ item }, ['item']);
  }
  return (item) => sameValue(item, argument);
}

export function pullAll(current: unknown, argument: unknown, path: string): unknown[] | undefined {
  if (!Array.isArray(argument)) throw badValue('$pullAll requires an array argument');
  if (current === undefined) return undefined;
  return arrayAt('$pullAll', current, path).filter((item) => !argument.some((gone) => sameValue(gone, item)));
}

export function pop(current: unknown, argument: unknown, path: string): unknown[] | undefined {
  const direction = toInteger(argument);
  if (direction !== 1 && direction !== -1)
    throw new CommandError(9, `$pop expects 1 or -1, found: ${String(argument)}`);
  if (current === undefined) return undefined;
  if (!Array.isArray(current)) throw new CommandError(14, `Path '${path}' contains an element of non-array type`);
  const array = Array.from<unknown>(current);
  return direction === 1 ? array.slice(0, -1) : array.slice(1);
}
