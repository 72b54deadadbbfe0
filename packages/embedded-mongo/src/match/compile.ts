import { type Doc, isDoc } from '../bson.ts';
import { badValue, notSupported } from '../errors.ts';
import { someAtPath } from '../paths.ts';
import { compileOperators, equals, isOperatorDoc } from './operators.ts';

export type Matcher = (doc: Doc) => boolean;

/** What a filter may reach outside itself. */
export interface MatchContext {
  /** Evaluates an aggregation expression for $expr. */
  readonly evaluate: (expression: unknown, doc: Doc) => unknown;
}

/** Compiles a filter into a predicate with MongoDB's semantics; throws CommandError for what is malformed or unsupported. */
export function compileFilter(filter: Doc, context: MatchContext): Matcher {
  const tests = Object.entries(filter).map(([name, condition]) => compileEntry(name, condition, context));
  if (tests.length === 1 && tests[0] !== undefined) return tests[0];
  return (doc) => tests.every((test) => test(doc));
}

function compileEntry(name: string, condition: unknown, context: MatchContext): Matcher {
  if (name.startsWith('$')) return compileTopLevel(name, condition, context);
  const parts = name.split('.');
  if (!isOperatorDoc(condition)) {
    const test = equals(condition);
    return (doc) => test(doc, parts);
  }
  const test = compileOperators(condition, context);
  return (doc) => test(doc, parts);
}

function compileTopLevel(name: string, condition: unknown, context: MatchContext): Matcher {
  switch (name) {
    case '$and': {
      const tests = branches(name, condition, context);
      return (doc) => tests.every((test) => test(doc));
    }
    case '$or': {
      const tests = branches(name, condition, context);
      return (doc) => tests.some((test) => test(doc));
    }
    case '$nor': {
      const tests = branches(name, condition, context);
      return (doc) => !tests.some((test) => test(doc));
    }
    case '$expr':
      return (doc) => {
        const result = context.evaluate(condition, doc);
        return !(result === undefined || result === null || result === false || isZero(result));
      };
    case '$comment':
      return () => true;
    case '$alwaysTrue':
      return () => true;
    case '$alwaysFalse':
      return () => false;
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

function isZero(value: unknown): boolean {
  return equalsZero(value);
}

const zeroTest = equals(0);

function equalsZero(value: unknown): boolean {
  return zeroTest({ value }, ['value']);
}

function branches(name: string, condition: unknown, context: MatchContext): Matcher[] {
  if (!Array.isArray(condition) || condition.length === 0) throw badValue(`${name} must be a nonempty array`);
  return condition.map((branch: unknown) => {
    if (!isDoc(branch)) throw badValue(`${name} argument's entries must be objects`);
    return compileFilter(branch, context);
  });
}

/** True if the document has any value (null included) at the path. */
export function existsAt(doc: Doc, path: string): boolean {
  return someAtPath(doc, path.split('.'), (leaf) => leaf !== undefined);
}
