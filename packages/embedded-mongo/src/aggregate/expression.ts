import { type Doc, getField, isDoc, setField } from '../bson.ts';
import { CommandError } from '../errors.ts';
import type { Evaluate, Operator, Variables } from './operator.ts';
import { operators } from './operators.ts';

/** Creates the evaluator of one command. $$NOW stays the same during the command. */
export function makeEvaluate(now: Date): Evaluate {
  const evaluate: Evaluate = (expression, root, variables = {}) => {
    if (typeof expression === 'string')
      return expression.startsWith('$') ? readReference(expression, root, variables, now) : expression;
    if (Array.isArray(expression)) return expression.map((item: unknown) => evaluate(item, root, variables) ?? null);
    if (!isDoc(expression)) return expression;
    const names = Object.keys(expression);
    const first = names[0];
    if (first?.startsWith('$') === true) {
      if (names.length > 1)
        throw new CommandError(
          15983,
          `An object representing an expression must have exactly one field: ${names.join(', ')}`,
        );
      return findOperator(first)(expression[first], {
        evaluate: (inner, more) => evaluate(inner, root, more === undefined ? variables : { ...variables, ...more }),
      });
    }
    const result: Doc = {};
    for (const name of names) {
      if (name.includes('.')) throw new CommandError(16412, `FieldPath field names may not contain '.': '${name}'`);
      const value = evaluate(expression[name], root, variables);
      if (value !== undefined) setField(result, name, value);
    }
    return result;
  };
  return evaluate;
}

/** Throws if the expression contains an unknown operator at any depth. Called before any document is read. */
export function checkExpression(expression: unknown): void {
  if (Array.isArray(expression)) {
    expression.forEach(checkExpression);
  } else if (isDoc(expression)) {
    for (const [name, argument] of Object.entries(expression)) {
      if (name.startsWith('$')) findOperator(name);
      if (name !== '$literal') checkExpression(argument);
    }
  }
}

function findOperator(name: string): Operator {
  const operator = operators.get(name);
  if (operator === undefined) throw new CommandError(168, `Unrecognized expression '${name}'`);
  return operator;
}

function readReference(reference: string, root: unknown, variables: Variables, now: Date): unknown {
  if (!reference.startsWith('$$')) return walk(root, reference.slice(1).split('.'), reference);
  const [name = '', ...rest] = reference.slice(2).split('.');
  return walk(readVariable(name, root, variables, now), rest, reference);
}

function readVariable(name: string, root: unknown, variables: Variables, now: Date): unknown {
  if (Object.hasOwn(variables, name)) return variables[name];
  if (name === 'ROOT') return root;
  if (name === 'NOW') return now;
  if (name === 'REMOVE') return undefined;
  throw new CommandError(17276, `Use of undefined variable: ${name}`);
}

/**
 * In expressions, a path through an array returns the array of its elements' values. Array positions are not supported.
 */
function walk(value: unknown, parts: readonly string[], reference: string, from = 0): unknown {
  const part = parts[from];
  if (part === undefined) return value;
  if (part === '')
    throw new CommandError(40353, `FieldPath must not end with a '.' or have empty parts: '${reference}'`);
  if (isDoc(value)) return walk(getField(value, part), parts, reference, from + 1);
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((item: unknown) => {
    const found = isDoc(item) ? walk(item, parts, reference, from) : undefined;
    return found === undefined ? [] : [found];
  });
}
