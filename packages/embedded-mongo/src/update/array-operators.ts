import { cloneValue, isDoc, toInteger } from '../bson.ts';
import { badValue } from '../errors.ts';
import { sameValue } from '../keys.ts';
import { compileElement } from '../match/compile.ts';
import { equals, isOperatorDoc } from '../match/path-test.ts';
import { regexOf } from '../match/regex.ts';

function arrayAt(operator: string, current: unknown, path: string): unknown[] {
  if (current === undefined) return [];
  if (!Array.isArray(current))
    throw badValue(
      `The field '${path}' must be an array but is of another type in the document, so ${operator} cannot apply`,
    );
  return Array.from<unknown>(current);
}

const PUSH_MODIFIERS = new Set(['$each', '$slice']);

export function push(current: unknown, argument: unknown, path: string): unknown[] {
  const array = arrayAt('$push', current, path);
  if (!isDoc(argument) || !('$each' in argument)) return [...array, cloneValue(argument)];
  const items = argument['$each'];
  if (!Array.isArray(items)) throw badValue('The argument to $each in $push must be an array');
  for (const name of Object.keys(argument))
    if (!PUSH_MODIFIERS.has(name)) throw badValue(`Unrecognized clause in $push: ${name}`);
  const grown = [...array, ...items.map(cloneValue)];
  const slice = argument['$slice'] === undefined ? undefined : toInteger(argument['$slice']);
  if (slice === undefined && argument['$slice'] !== undefined)
    throw badValue('The value for $slice must be an integer value');
  if (slice === undefined) return grown;
  return slice >= 0 ? grown.slice(0, slice) : grown.slice(slice);
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
  if (isOperatorDoc(argument) || isDoc(argument)) return compileElement(argument);
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
