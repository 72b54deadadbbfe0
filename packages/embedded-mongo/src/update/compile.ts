import { ObjectId } from 'bson';
import { cloneDoc, cloneValue, type Doc, getField, isDoc, setField } from '../bson.ts';
import type { Evaluate } from '../aggregate/operator.ts';
import { compileUpdatePipeline } from '../aggregate/update-pipeline.ts';
import { CommandError, failedToParse, notSupported } from '../errors.ts';
import { sameValue } from '../keys.ts';
import { isOperatorDoc } from '../match/path-test.ts';
import { applyOperator, checkConflicts, UPDATE_OPERATORS } from './operators.ts';
import { writePath } from './set-path.ts';

/** Computes the new document without changing the old one. */
export interface Update {
  readonly replaces: boolean;
  readonly apply: (doc: Doc, options: { inserting: boolean }) => Doc;
}

export interface UpdateRequest {
  readonly update: unknown;
  readonly evaluate: Evaluate;
}

/** Compiles an update: a replacement, a document of operators, or a pipeline. */
export function compileUpdate(request: UpdateRequest): Update {
  const { update } = request;
  if (Array.isArray(update)) {
    const transform = compileUpdatePipeline(update, request.evaluate);
    return { replaces: false, apply: (doc) => keepId(doc, transform(doc)) };
  }
  if (!isDoc(update)) throw failedToParse('The update must be a document or a pipeline');
  const first = Object.keys(update)[0];
  if (first === undefined || !first.startsWith('$')) return compileReplacement(update);
  return compileModifiers(update);
}

function compileReplacement(update: Doc): Update {
  const odd = Object.keys(update).find((name) => name.startsWith('$'));
  if (odd !== undefined)
    throw new CommandError(
      52,
      `The dollar ($) prefixed field '${odd}' in '${odd}' is not allowed in the context of a replacement`,
    );
  return { replaces: true, apply: (doc) => keepId(doc, cloneDoc(update)) };
}

/** Keeps the _id and its first position. */
function keepId(before: Doc, after: Doc): Doc {
  const id = getField(before, '_id');
  const newId = getField(after, '_id');
  if (id === undefined) return after;
  if (newId !== undefined && !sameValue(id, newId)) throw immutableId();
  const result: Doc = { _id: id };
  for (const [name, value] of Object.entries(after)) if (name !== '_id') setField(result, name, value);
  return result;
}

function immutableId(): CommandError {
  return new CommandError(66, "Performing an update on the path '_id' would modify the immutable field '_id'");
}

interface Step {
  readonly operator: string;
  readonly path: string;
  readonly argument: unknown;
}

function compileModifiers(update: Doc): Update {
  const steps = Object.entries(update).flatMap(([operator, fields]) => stepsOf(operator, fields));
  const targets = steps.map(({ path }) => path);
  checkConflicts(targets);
  targets.forEach(checkPath);
  // MongoDB applies updates sorted by field name, which determines the order of new fields.
  const ordered = [...steps].sort((a, b) => comparePaths(a.path, b.path));
  return {
    replaces: false,
    apply: (doc, { inserting }) => {
      const result = cloneDoc(doc);
      for (const { operator, path, argument } of ordered)
        applyOperator(result, operator, path, argument, { inserting });
      if (!inserting && !sameValue(getField(doc, '_id'), getField(result, '_id'))) throw immutableId();
      return result;
    },
  };
}

function stepsOf(operator: string, fields: unknown): Step[] {
  if (!UPDATE_OPERATORS.has(operator)) {
    const wrong = operator.startsWith('$')
      ? `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`
      : `the update mixes operators and the field '${operator}'`;
    throw failedToParse(wrong);
  }
  if (!isDoc(fields))
    throw failedToParse(
      `Modifiers operate on fields but we found another type instead. For example: {$mod: {<field>: ...}} not {${operator}: ...}`,
    );
  return Object.entries(fields).map(([path, argument]) => ({ operator, path, argument }));
}

function checkPath(path: string): void {
  if (path === '') throw new CommandError(56, 'An empty update path is not valid.');
  const parts = path.split('.');
  if (parts.includes(''))
    throw new CommandError(56, `The update path '${path}' contains an empty field name, which is not allowed.`);
  if (parts.some((part) => /^\$($|\[)/.test(part))) throw notSupported(`the positional path '${path}'`);
}

function comparePaths(a: string, b: string): number {
  const x = a.split('.');
  const y = b.split('.');
  for (let i = 0; i < Math.min(x.length, y.length); i += 1) {
    const [p = '', q = ''] = [x[i], y[i]];
    if (p === q) continue;
    return /^\d+$/.test(p) && /^\d+$/.test(q) ? Number(p) - Number(q) : p < q ? -1 : 1;
  }
  return x.length - y.length;
}

/** The initial document of an upsert: the equality conditions of the query, or only its _id for a replacement. */
export function upsertBase(filter: Doc, update: Update): Doc {
  const base: Doc = {};
  for (const [path, value] of equalities(filter)) {
    if (update.replaces && path !== '_id') continue;
    writePath(base, path.split('.'), cloneValue(value));
  }
  return base;
}

function equalities(filter: Doc): [string, unknown][] {
  return Object.entries(filter).flatMap(([name, condition]): [string, unknown][] => {
    const only = Array.isArray(condition) && (name === '$and' || (name === '$or' && condition.length === 1));
    if (only) return condition.filter(isDoc).flatMap(equalities);
    if (name.startsWith('$')) return [];
    if (!isOperatorDoc(condition)) return isPattern(condition) ? [] : [[name, condition]];
    if ('$eq' in condition) return [[name, condition['$eq']]];
    const all = condition['$all'];
    return Array.isArray(all) && all.length === 1 && !isOperatorDoc(all[0]) ? [[name, all[0]]] : [];
  });
}

function isPattern(value: unknown): boolean {
  return (
    value instanceof RegExp ||
    (typeof value === 'object' && value !== null && '_bsontype' in value && value._bsontype === 'BSONRegExp')
  );
}

/** Adds an _id as the first field of an upserted document. */
export function withId(doc: Doc): Doc {
  const { _id: id = new ObjectId(), ...rest } = doc;
  return { _id: id, ...rest };
}
