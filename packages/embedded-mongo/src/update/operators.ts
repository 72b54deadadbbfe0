import { Timestamp } from 'bson';
import { cloneValue, type Doc, isDoc, isNumeric, typeName } from '../bson.ts';
import { bitwise, calculate } from '../arithmetic.ts';
import { badValue, CommandError, typeMismatch } from '../errors.ts';
import { compareValues } from '../keys.ts';
import { addToSet, pop, pull, pullAll, push } from './array-operators.ts';
import { expandPath, type Positions } from './expand.ts';
import { readPath, removePath, writePath } from './set-path.ts';

export interface ApplyContext extends Positions {
  /** True if an upsert creates the document. */
  readonly inserting: boolean;
  readonly now: Date;
}

/** Computes the new value at a path; undefined keeps the document unchanged. */
type ValueOperator = (current: unknown, argument: unknown, context: ApplyContext, path: string) => unknown;

const VALUE_OPERATORS: Readonly<Record<string, ValueOperator>> = {
  $set: (_current, argument) => cloneValue(argument),
  $setOnInsert: (_current, argument, { inserting }) => (inserting ? cloneValue(argument) : undefined),
  $inc: (current, argument, _context, path) => increment('$inc', current, argument, path),
  $mul: (current, argument, _context, path) => increment('$mul', current, argument, path),
  $min: (current, argument) => (current === undefined || compareValues(argument, current) < 0 ? argument : undefined),
  $max: (current, argument) => (current === undefined || compareValues(argument, current) > 0 ? argument : undefined),
  $currentDate: (_current, argument, { now }) => currentDate(argument, now),
  $bit: (current, argument, _context, path) => bit(current, argument, path),
  $push: (current, argument, _context, path) => push(current, argument, path),
  $addToSet: (current, argument, _context, path) => addToSet(current, argument, path),
  $pull: (current, argument, _context, path) => pull(current, argument, path),
  $pullAll: (current, argument, _context, path) => pullAll(current, argument, path),
  $pop: (current, argument, _context, path) => pop(current, argument, path),
};

export const UPDATE_OPERATORS: ReadonlySet<string> = new Set([...Object.keys(VALUE_OPERATORS), '$unset', '$rename']);

/** Applies one operator in place at a path, which may be positional. */
export function applyOperator(
  doc: Doc,
  operator: string,
  path: string,
  argument: unknown,
  context: ApplyContext,
): void {
  if (operator === '$rename') {
    rename(doc, path, argument);
    return;
  }
  const apply = VALUE_OPERATORS[operator];
  for (const parts of expandPath(doc, path, context)) {
    if (apply === undefined) {
      removePath(doc, parts);
      continue;
    }
    const value = apply(readPath(doc, parts), argument, context, path);
    if (value !== undefined) writePath(doc, parts, value);
  }
}

function rename(doc: Doc, path: string, target: unknown): void {
  if (typeof target !== 'string') throw badValue(`The 'to' field for $rename must be a string: ${path}`);
  const from = path.split('.');
  for (let depth = 1; depth < from.length; depth += 1) {
    const holder = readPath(doc, from.slice(0, depth));
    if (holder !== undefined && !Array.isArray(holder) && !isDoc(holder)) {
      throw new CommandError(
        28,
        `cannot use the part '${from[depth] ?? ''}' of '${path}' to traverse a ${typeName(holder)}`,
      );
    }
    if (Array.isArray(holder)) throw badValue(`The source field cannot be an array element, '${path}' in doc`);
  }
  const value = readPath(doc, from);
  if (value === undefined) return;
  removePath(doc, from);
  writePath(doc, target.split('.'), value);
}

function increment(operator: '$inc' | '$mul', current: unknown, argument: unknown, path: string): unknown {
  const verb = operator === '$inc' ? 'increment' : 'multiply';
  if (!isNumeric(argument))
    throw typeMismatch(`Cannot ${verb} with non-numeric argument: {${path}: ${JSON.stringify(argument)}}`);
  if (current !== undefined && !isNumeric(current)) {
    throw typeMismatch(
      `Cannot apply ${operator} to a value of non-numeric type. The field '${path}' is of type ${typeName(current)}`,
    );
  }
  if (operator === '$inc')
    return current === undefined ? argument : calculate('add', current, argument, { onOverflow: 'fail' });
  if (current === undefined) return calculate('multiply', argument, 0, { onOverflow: 'fail' });
  return calculate('multiply', current, argument, { onOverflow: 'fail' });
}

function currentDate(argument: unknown, now: Date): unknown {
  if (typeof argument === 'boolean') return now;
  const type = isDoc(argument) ? argument['$type'] : undefined;
  if (type === 'date') return now;
  if (type === 'timestamp') return new Timestamp({ t: Math.floor(now.getTime() / 1000), i: 1 });
  throw badValue("The '$type' string field of $currentDate is required to be 'date' or 'timestamp'");
}

function bit(current: unknown, argument: unknown, path: string): unknown {
  if (!isDoc(argument) || Object.keys(argument).length === 0)
    throw badValue('The $bit modifier needs and, or, or xor with an integer');
  let value = current ?? 0;
  for (const [operation, operand] of Object.entries(argument)) {
    if (operation !== 'and' && operation !== 'or' && operation !== 'xor') {
      throw badValue(`The $bit modifier only supports 'and', 'or', and 'xor', not '${operation}'`);
    }
    const whole = [value, operand].every((item) => ['int', 'long'].includes(typeName(item)));
    if (!whole) throw badValue(`Cannot apply $bit to a value of non-integral type at '${path}'`);
    value = bitwise(operation, value, operand);
  }
  return value;
}

/** Throws if one path equals or contains another, such as 'a' and 'a.b'. */
export function checkConflicts(paths: readonly string[]): void {
  const sorted = [...paths].sort();
  const seen = new Set<string>();
  for (const path of sorted) {
    const parts = path.split('.');
    for (let depth = 1; depth <= parts.length; depth += 1) {
      const prefix = parts.slice(0, depth).join('.');
      if (seen.has(prefix))
        throw new CommandError(40, `Updating the path '${path}' would create a conflict at '${prefix}'`);
    }
    seen.add(path);
  }
}
