import { cloneValue, type Doc, isNumeric, typeName } from '../bson.ts';
import { calculate } from '../arithmetic.ts';
import { CommandError, typeMismatch } from '../errors.ts';
import { compareValues } from '../keys.ts';
import { addToSet, pull, pullAll, push } from './array-operators.ts';
import { readPath, removePath, writePath } from './set-path.ts';

export interface ApplyContext {
  /** True if an upsert creates the document. */
  readonly inserting: boolean;
}

/** Computes the new value at a path; undefined keeps the document unchanged. */
type ValueOperator = (current: unknown, argument: unknown, context: ApplyContext, path: string) => unknown;

const VALUE_OPERATORS: Readonly<Record<string, ValueOperator>> = {
  $set: (_current, argument) => cloneValue(argument),
  $setOnInsert: (_current, argument, { inserting }) => (inserting ? cloneValue(argument) : undefined),
  $inc: (current, argument, _context, path) => increment(current, argument, path),
  $min: (current, argument) => (current === undefined || compareValues(argument, current) < 0 ? argument : undefined),
  $max: (current, argument) => (current === undefined || compareValues(argument, current) > 0 ? argument : undefined),
  $push: (current, argument, _context, path) => push(current, argument, path),
  $addToSet: (current, argument, _context, path) => addToSet(current, argument, path),
  $pull: (current, argument, _context, path) => pull(current, argument, path),
  $pullAll: (current, argument, _context, path) => pullAll(current, argument, path),
};

export const UPDATE_OPERATORS: ReadonlySet<string> = new Set([...Object.keys(VALUE_OPERATORS), '$unset']);

/** Applies one operator in place at a path. */
export function applyOperator(
  doc: Doc,
  operator: string,
  path: string,
  argument: unknown,
  context: ApplyContext,
): void {
  const apply = VALUE_OPERATORS[operator];
  const parts = path.split('.');
  if (apply === undefined) {
    removePath(doc, parts);
    return;
  }
  const value = apply(readPath(doc, parts), argument, context, path);
  if (value !== undefined) writePath(doc, parts, value);
}

function increment(current: unknown, argument: unknown, path: string): unknown {
  if (!isNumeric(argument))
    throw typeMismatch(`Cannot increment with non-numeric argument: {${path}: ${JSON.stringify(argument)}}`);
  if (current === undefined) return argument;
  if (!isNumeric(current)) {
    throw typeMismatch(
      `Cannot apply $inc to a value of non-numeric type. The field '${path}' is of type ${typeName(current)}`,
    );
  }
  return calculate('add', current, argument, { onOverflow: 'fail' });
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
