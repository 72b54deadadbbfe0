import { Int32 } from 'bson';
import { isDoc, isTruthy } from '../bson.ts';
import { CommandError } from '../errors.ts';
import { compareValues } from '../keys.ts';
import { arrayOf, fields, list } from './arguments.ts';
import { arrayExpressions } from './array-expressions.ts';
import { dateTrunc } from './date-trunc.ts';
import type { Operator, Scope } from './operator.ts';
import { numberExpressions } from './number-expressions.ts';

/** Operators that must keep BSON types or bind variables. mingo evaluates all others. */
export const nativeOperators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ...arrayExpressions,
  ...numberExpressions,
  ['$literal', (argument) => argument],
  ...comparisons(),
  ['$and', (argument, scope) => list(argument).every((item) => isTruthy(scope.evaluate(item)))],
  ['$or', (argument, scope) => list(argument).some((item) => isTruthy(scope.evaluate(item)))],
  ['$not', (argument, scope) => !isTruthy(scope.evaluate(list(argument)[0]))],
  ['$cond', conditional],
  ['$ifNull', ifNull],
  ['$switch', switchCase],
  ['$let', letIn],
  ['$dateTrunc', dateTrunc],
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
