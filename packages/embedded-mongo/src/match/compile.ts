import { type Doc, isDoc } from '../bson.ts';
import { badValue, notSupported } from '../errors.ts';
import { someAtPath } from '../paths.ts';
import { compileValueOperator } from './operators.ts';
import { all, equals, isOperatorDoc, leafOnly, not, type PathTest, type ValueTest } from './path-test.ts';
import { regexOf } from './regex.ts';

export type Matcher = (doc: Doc) => boolean;

/** Compiles a filter to a predicate with MongoDB's semantics. Throws CommandError if it is malformed or unsupported. */
export function compileFilter(filter: Doc): Matcher {
  const tests = Object.entries(filter).map(([name, condition]) => compileEntry(name, condition));
  if (tests.length === 1 && tests[0] !== undefined) return tests[0];
  return (doc) => tests.every((test) => test(doc));
}

function compileEntry(name: string, condition: unknown): Matcher {
  if (name.startsWith('$')) return compileTopLevel(name, condition);
  const parts = name.split('.');
  if (!isOperatorDoc(condition)) {
    const test = equals(condition);
    return (doc) => test(doc, parts);
  }
  const test = compileOperators(condition);
  return (doc) => test(doc, parts);
}

function compileTopLevel(name: string, condition: unknown): Matcher {
  switch (name) {
    case '$and': {
      const tests = branches(name, condition);
      return (doc) => tests.every((test) => test(doc));
    }
    case '$or': {
      const tests = branches(name, condition);
      return (doc) => tests.some((test) => test(doc));
    }
    case '$nor': {
      const tests = branches(name, condition);
      return (doc) => !tests.some((test) => test(doc));
    }
    case '$comment':
      return () => true;
    case '$alwaysTrue':
      return () => true;
    case '$alwaysFalse':
      return () => false;
    case '$expr':
    case '$where':
    case '$text':
    case '$jsonSchema':
    case '$sampleRate':
      throw notSupported(name);
    default:
      throw badValue(
        `unknown top level operator: ${name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
      );
  }
}

function branches(name: string, condition: unknown): Matcher[] {
  if (!Array.isArray(condition) || condition.length === 0) throw badValue(`${name} must be a nonempty array`);
  return condition.map((branch: unknown) => {
    if (!isDoc(branch)) throw badValue(`${name} argument's entries must be objects`);
    return compileFilter(branch);
  });
}

export function compileOperators(condition: Doc): PathTest {
  const tests = Object.entries(condition)
    .filter(([name]) => name !== '$options' || !('$regex' in condition))
    .map(([name, argument]) => compileOperator(name, argument, condition));
  return all(tests);
}

function compileOperator(name: string, argument: unknown, condition: Doc): PathTest {
  switch (name) {
    case '$not':
      return compileNot(argument);
    case '$elemMatch':
      return compileElemMatch(argument);
    case '$all':
      return compileAll(argument);
    default:
      return compileValueOperator(name, argument, condition);
  }
}

function compileNot(argument: unknown): PathTest {
  if (regexOf(argument) !== undefined) return not(equals(argument));
  if (!isDoc(argument)) throw badValue('$not needs a regex or a document');
  if (!isOperatorDoc(argument)) throw badValue('$not cannot be empty or hold a value; it needs operators');
  return not(compileOperators(argument));
}

function compileElemMatch(argument: unknown): PathTest {
  const test = compileElement(argument);
  return leafOnly((leaf) => Array.isArray(leaf) && leaf.some((item) => test(item)));
}

const LOGICAL = new Set(['$and', '$or', '$nor', '$where']);

/** Compiles a test of one array element, for $elemMatch, $pull and arrayFilters. */
export function compileElement(argument: unknown): ValueTest {
  if (!isDoc(argument)) throw badValue('$elemMatch needs an Object');
  const first = Object.keys(argument)[0];
  if (isOperatorDoc(argument) && first !== undefined && !LOGICAL.has(first)) {
    const test = compileOperators(argument);
    return (item) => test(item, []);
  }
  const test = compileFilter(argument);
  return (item) => (isDoc(item) && test(item)) || (Array.isArray(item) && test({ ...item }));
}

function compileAll(argument: unknown): PathTest {
  if (!Array.isArray(argument)) throw badValue('$all needs an array');
  if (argument.length === 0) return () => false;
  return all(
    argument.map((item: unknown) => {
      if (isDoc(item) && '$elemMatch' in item) return compileElemMatch(item['$elemMatch']);
      if (isOperatorDoc(item)) throw badValue('no $ expressions in $all');
      return equals(item);
    }),
  );
}

/** True if the document has any value (null included) at the path. */
export function existsAt(doc: Doc, path: string): boolean {
  return someAtPath(doc, path.split('.'), (leaf) => leaf !== undefined);
}
