import { BSONRegExp, Long } from 'bson';
import { type Doc, isDoc, isNumeric, isTruthy, toNumber } from '../bson.ts';
import { badValue, notSupported } from '../errors.ts';
import { bracketOf, compareValues, encodeKey, NAN_KEY, sameValue } from '../keys.ts';
import { someAtPath } from '../paths.ts';
import { compileBits } from './bits.ts';
import { compileFilter, type MatchContext } from './compile.ts';
import { regexOf } from './regex.ts';
import { compileType } from './type.ts';

/** A test of what a path reaches in a document. */
export type PathTest = (root: unknown, parts: readonly string[]) => boolean;
type ValueTest = (value: unknown) => boolean;

/** {$gt: 1} is a document of operators; {a: 1} or {} is a value. */
export function isOperatorDoc(value: unknown): value is Doc {
  if (!isDoc(value)) return false;
  const first = Object.keys(value)[0];
  return first !== undefined && first.startsWith('$') && first !== '$ref' && first !== '$id' && first !== '$db';
}

/** A test that holds for a leaf value or, where the leaf is an array, for one of its elements. */
function leafOrElement(test: ValueTest): PathTest {
  return (root, parts) =>
    someAtPath(
      root,
      parts,
      (leaf, spread) => test(leaf) || (spread && Array.isArray(leaf) && leaf.some((item) => test(item))),
    );
}

function leafOnly(test: ValueTest): PathTest {
  return (root, parts) => someAtPath(root, parts, test);
}

export function equals(value: unknown): PathTest {
  const regex = regexOf(value);
  if (regex !== undefined) {
    return leafOrElement((leaf) =>
      typeof leaf === 'string' ? regex.test(leaf) : regexOf(leaf) !== undefined && sameValue(leaf, value),
    );
  }
  const key = encodeKey(value);
  return leafOrElement((leaf) => encodeKey(leaf) === key);
}

const all: (tests: PathTest[]) => PathTest = (tests) => (root, parts) => tests.every((test) => test(root, parts));
const not: (test: PathTest) => PathTest = (test) => (root, parts) => !test(root, parts);

export function compileOperators(condition: Doc, context: MatchContext): PathTest {
  const tests = Object.entries(condition)
    .filter(([name]) => name !== '$options' || !('$regex' in condition))
    .map(([name, argument]) => compileOperator(name, argument, condition, context));
  return all(tests);
}

function compileOperator(name: string, argument: unknown, condition: Doc, context: MatchContext): PathTest {
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
    case '$not':
      return compileNot(argument, context);
    case '$regex':
      return compileRegex(argument, condition['$options']);
    case '$elemMatch':
      return compileElemMatch(argument, context);
    default:
      return compileRareOperator(name, argument, context);
  }
}

function compileRareOperator(name: string, argument: unknown, context: MatchContext): PathTest {
  switch (name) {
    case '$type':
      return compileType(argument, leafOrElement, leafOnly);
    case '$size':
      return compileSize(argument);
    case '$all':
      return compileAll(argument, context);
    case '$mod':
      return leafOrElement(compileMod(argument));
    case '$bitsAllSet':
    case '$bitsAllClear':
    case '$bitsAnySet':
    case '$bitsAnyClear':
      return leafOrElement(compileBits(name, argument));
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

function compileNot(argument: unknown, context: MatchContext): PathTest {
  if (regexOf(argument) !== undefined) return not(equals(argument));
  if (!isDoc(argument)) throw badValue('$not needs a regex or a document');
  if (!isOperatorDoc(argument)) throw badValue('$not cannot be empty or hold a value; it needs operators');
  return not(compileOperators(argument, context));
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

function compileElemMatch(argument: unknown, context: MatchContext): PathTest {
  const test = compileElement(argument, context);
  return leafOnly((leaf) => Array.isArray(leaf) && leaf.some((item) => test(item)));
}

const LOGICAL = new Set(['$and', '$or', '$nor', '$expr', '$where']);

/** The test of one element of an array, for $elemMatch, $pull and arrayFilters. */
export function compileElement(argument: unknown, context: MatchContext): ValueTest {
  if (!isDoc(argument)) throw badValue('$elemMatch needs an Object');
  const first = Object.keys(argument)[0];
  if (isOperatorDoc(argument) && first !== undefined && !LOGICAL.has(first)) {
    const test = compileOperators(argument, context);
    return (item) => test(item, []);
  }
  const test = compileFilter(argument, context);
  return (item) => (isDoc(item) && test(item)) || (Array.isArray(item) && test({ ...item }));
}

function compileAll(argument: unknown, context: MatchContext): PathTest {
  if (!Array.isArray(argument)) throw badValue('$all needs an array');
  if (argument.length === 0) return () => false;
  return all(
    argument.map((item: unknown) => {
      if (isDoc(item) && '$elemMatch' in item) return compileElemMatch(item['$elemMatch'], context);
      if (isOperatorDoc(item)) throw badValue('no $ expressions in $all');
      return equals(item);
    }),
  );
}

function compileMod(argument: unknown): ValueTest {
  if (!Array.isArray(argument)) throw badValue('malformed mod, needs to be an array');
  if (argument.length < 2) throw badValue('malformed mod, not enough elements');
  if (argument.length > 2) throw badValue('malformed mod, too many elements');
  const divisor = truncated(argument[0]);
  const remainder = truncated(argument[1]);
  if (divisor === undefined || remainder === undefined) {
    throw badValue('malformed mod, divisor and remainder must be numbers');
  }
  if (divisor === 0n) throw badValue('divisor cannot be 0');
  return (leaf) => {
    const whole = truncated(leaf);
    return whole !== undefined && whole % divisor === remainder;
  };
}

/** A number without its fraction, exact for longs beyond 2^53; undefined for what is no finite number. */
function truncated(value: unknown): bigint | undefined {
  if (!isNumeric(value)) return undefined;
  if (value instanceof Long) return value.toBigInt();
  const number = toNumber(value);
  return number === undefined || !Number.isFinite(number) ? undefined : BigInt(Math.trunc(number));
}
