import { BSONRegExp } from 'bson';
import { type Doc, isTruthy, toNumber } from '../bson.ts';
import { badValue, notSupported } from '../errors.ts';
import { bracketOf, compareValues, encodeKey, NAN_KEY, sameValue } from '../keys.ts';
import { equals, isOperatorDoc, leafOnly, leafOrElement, not, type PathTest } from './path-test.ts';
import { regexOf } from './regex.ts';
import { compileType } from './type.ts';

/** Compiles an operator without nested conditions. `condition` is the document that contains it. */
export function compileValueOperator(name: string, argument: unknown, condition: Doc): PathTest {
  switch (name) {
    case '$eq':
      return regexOf(argument) === undefined ? equals(argument) : leafOrElement((leaf) => sameValue(leaf, argument));
    case '$ne':
      if (regexOf(argument) !== undefined) throw badValue("Can't have regex as arg to $ne.");
      return not(equals(argument));
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return compileComparison(name, argument);
    case '$in':
      return compileIn(name, argument);
    case '$nin':
      return not(compileIn(name, argument));
    case '$exists':
      return isTruthy(argument) ? leafOnly((leaf) => leaf !== undefined) : not(leafOnly((leaf) => leaf !== undefined));
    case '$regex':
      return compileRegex(argument, condition['$options']);
    default:
      return compileRareOperator(name, argument);
  }
}

function compileRareOperator(name: string, argument: unknown): PathTest {
  switch (name) {
    case '$type':
      return compileType(argument);
    case '$size':
      return compileSize(argument);
    case '$comment':
      return () => true;
    case '$options':
      throw badValue('$options needs a $regex');
    case '$geoWithin':
    case '$geoIntersects':
    case '$near':
    case '$nearSphere':
    case '$text':
    case '$where':
    case '$mod':
    case '$bitsAllSet':
    case '$bitsAllClear':
    case '$bitsAnySet':
    case '$bitsAnyClear':
      throw notSupported(name);
    default:
      throw badValue(`unknown operator: ${name}`);
  }
}

function compileComparison(name: '$gt' | '$gte' | '$lt' | '$lte', argument: unknown): PathTest {
  if (regexOf(argument) !== undefined) throw badValue(`Can't have RegEx as arg to predicate over field '${name}'.`);
  const bracket = bracketOf(argument);
  const key = encodeKey(argument);
  const inclusive = name === '$gte' || name === '$lte';
  const up = name === '$gt' || name === '$gte';
  return leafOrElement((leaf) => {
    const leafKey = encodeKey(leaf);
    if (leafKey === key) return inclusive;
    if (bracket === 'a' || bracket === 'z') return up === compareValues(leaf, argument) > 0;
    if (leafKey.charAt(0) !== bracket || leafKey === NAN_KEY || key === NAN_KEY) return false;
    return up === compareValues(leaf, argument) > 0;
  });
}

function compileIn(name: string, argument: unknown): PathTest {
  if (!Array.isArray(argument)) throw badValue(`${name} needs an array`);
  const keys = new Set<string>();
  const regexes: PathTest[] = [];
  for (const item of argument) {
    if (isOperatorDoc(item)) throw badValue(`cannot nest $ under ${name}`);
    if (regexOf(item) !== undefined) regexes.push(equals(item));
    else keys.add(encodeKey(item));
  }
  const plain = leafOrElement((leaf) => keys.has(encodeKey(leaf)));
  return (root, parts) => plain(root, parts) || regexes.some((test) => test(root, parts));
}

function compileRegex(pattern: unknown, options: unknown): PathTest {
  const source = pattern instanceof BSONRegExp ? pattern.pattern : pattern;
  if (typeof source !== 'string') throw badValue('$regex has to be a string');
  const own = pattern instanceof BSONRegExp ? pattern.options : '';
  if (options !== undefined && typeof options !== 'string') throw badValue('$options has to be a string');
  return equals(new BSONRegExp(source, [...(options ?? own)].sort().join('')));
}

function compileSize(argument: unknown): PathTest {
  const size = toNumber(argument);
  if (size === undefined || !Number.isInteger(size)) throw badValue('$size must be a whole number');
  if (size < 0) throw badValue('$size may not be negative');
  return leafOnly((leaf) => Array.isArray(leaf) && leaf.length === size);
}
