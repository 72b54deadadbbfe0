import { BSONRegExp, Decimal128, Double, Int32, Long, Timestamp } from 'bson';
import { Context, evalExpr, ProcessingMode } from 'mingo/core';
import * as expressions from 'mingo/operators/expression';
import { type Doc, isDoc, numberValue, setField, toNumber } from '../bson.ts';
import { CommandError, messageOf } from '../errors.ts';
import { regexOf } from '../match/regex.ts';
import type { Operator, Scope } from './operator.ts';

const OPTIONS = {
  idKey: '_id',
  processingMode: ProcessingMode.CLONE_OFF,
  useStrictMode: true,
  scriptEnabled: false,
  failOnError: true,
  context: Context.init({ expression: { ...expressions } }),
};

/** Operators that run scripts or need features this server does not have. */
const REFUSED = new Set(['$function', '$toHashedIndexKey', '$sampleRate']);

/** Operators that always return a double. */
const FLOATING = new Set([
  '$sqrt',
  '$exp',
  '$ln',
  '$log',
  '$log10',
  '$sin',
  '$cos',
  '$tan',
  '$asin',
  '$acos',
  '$atan',
  '$atan2',
  '$degreesToRadians',
  '$radiansToDegrees',
  '$rand',
]);

/** mingo's expression operators. Arguments are converted to plain JavaScript values and results to BSON. */
export const mingoOperators: ReadonlyMap<string, Operator> = new Map(
  Object.keys(expressions)
    .filter((name) => name.startsWith('$') && !REFUSED.has(name))
    .map((name) => [name, wrap(name)]),
);

function wrap(name: string): Operator {
  return (argument, scope) => {
    const values: Doc = {};
    const bound = bind(VARIADIC.has(name) ? argument : unwrap(argument), scope, values);
    try {
      const result: unknown = evalExpr(values, { [name]: bound }, OPTIONS);
      return FLOATING.has(name) && typeof result === 'number' ? new Double(result) : fromPlain(result);
    } catch (error) {
      if (error instanceof CommandError) throw error;
      throw new CommandError(2, `${name}: ${messageOf(error)}`);
    }
  };
}

/** Operators with one argument accept [x] in place of x. */
function unwrap(argument: unknown): unknown {
  return Array.isArray(argument) && argument.length === 1 ? argument[0] : argument;
}

/** Operators that take a list, even of one item. */
const VARIADIC = new Set([
  '$concat',
  '$round',
  '$trunc',
  '$setUnion',
  '$setIntersection',
  '$bitAnd',
  '$bitOr',
  '$bitXor',
  '$allElementsTrue',
  '$anyElementTrue',
]);

/** Replaces each argument with a reference to its value, so that no value is evaluated as an expression. */
function bind(argument: unknown, scope: Scope, values: Doc): unknown {
  if (Array.isArray(argument)) return argument.map((item: unknown) => bindOne(item, scope, values));
  const named = isDoc(argument) && Object.keys(argument)[0]?.startsWith('$') === false;
  if (!named) return bindOne(argument, scope, values);
  return Object.fromEntries(Object.entries(argument).map(([name, item]) => [name, bindOne(item, scope, values)]));
}

function bindOne(item: unknown, scope: Scope, values: Doc): string {
  const name = `v${Object.keys(values).length}`;
  values[name] = toPlain(scope.evaluate(item));
  return `$${name}`;
}

function toPlain(value: unknown): unknown {
  if (value instanceof Int32 || value instanceof Double) return value.value;
  if (value instanceof Decimal128) return toNumber(value);
  if (value instanceof Long && !(value instanceof Timestamp)) return value.toNumber();
  if (value instanceof BSONRegExp) return regexOf(value);
  if (Array.isArray(value)) return value.map(toPlain);
  return isDoc(value) ? mapDoc(value, toPlain) : value;
}

function fromPlain(value: unknown): unknown {
  if (typeof value === 'number') return numberValue(value);
  if (typeof value === 'bigint') return Long.fromBigInt(BigInt.asIntN(64, value));
  if (value instanceof RegExp)
    return new BSONRegExp(value.source, [...value.flags].filter((flag) => 'imsx'.includes(flag)).join(''));
  if (Array.isArray(value)) return value.map((item: unknown) => fromPlain(item) ?? null);
  return isDoc(value) ? mapDoc(value, fromPlain) : value;
}

function mapDoc(doc: Doc, map: (value: unknown) => unknown): Doc {
  const result: Doc = {};
  for (const [name, value] of Object.entries(doc)) setField(result, name, map(value));
  return result;
}
