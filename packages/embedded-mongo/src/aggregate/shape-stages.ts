import { Long } from 'bson';
import { cloneDoc, cloneValue, type Doc, getField, isDoc, isTruthy, setField, toInteger, typeName } from '../bson.ts';
import { CommandError, failedToParse } from '../errors.ts';
import { compileFilter } from '../match/compile.ts';
import { compileProjection } from '../projection.ts';
import { compareSortKeys, sortKeys } from '../query/execute.ts';
import { parseSort } from '../query/sort-spec.ts';
import { checkExpression } from './expression.ts';
import type { ShapeEnv, ShapeFactory, Stage } from './stage.ts';
import { readPath, removePath, writePath } from '../update/set-path.ts';

/** Stages that transform one document at a time, or only sort and limit the stream. */
export const shapeStages: ReadonlyMap<string, ShapeFactory> = new Map<string, ShapeFactory>([
  ['$match', match],
  ['$project', project],
  ['$set', (spec, env) => addFields('$set', spec, env)],
  ['$addFields', (spec, env) => addFields('$addFields', spec, env)],
  ['$unset', unset],
  ['$replaceRoot', (spec, env) => replaceRoot('$replaceRoot', isDoc(spec) ? spec['newRoot'] : undefined, env)],
  ['$replaceWith', (spec, env) => replaceRoot('$replaceWith', spec, env)],
  ['$unwind', unwind],
  ['$sort', sort],
  ['$limit', (spec) => limit(positive('$limit', spec))],
  ['$skip', (spec) => skip(natural('$skip', spec))],
]);

function each(map: (doc: Doc) => Doc): Stage {
  return function* mapped(source) {
    for (const doc of source) yield map(doc);
  };
}

function docSpec(name: string, spec: unknown): Doc {
  if (!isDoc(spec)) throw new CommandError(15969, `${name} specification must be an object`);
  return spec;
}

function natural(name: string, spec: unknown): number {
  const number = toInteger(spec);
  if (number === undefined || number < 0)
    throw new CommandError(5107200, `invalid argument to ${name} stage: Expected a non-negative number`);
  return number;
}

function positive(name: string, spec: unknown): number {
  const number = natural(name, spec);
  if (number === 0) throw new CommandError(15958, 'the limit must be positive');
  return number;
}

function match(spec: unknown, env: ShapeEnv): Stage {
  const filter = docSpec('$match', spec);
  const matches = compileFilter(filter, {
    evaluate: (expression, doc) => env.evaluate(expression, doc, env.variables),
  });
  return function* matched(source) {
    for (const doc of source) if (matches(doc)) yield doc;
  };
}

function project(spec: unknown, env: ShapeEnv): Stage {
  const fields = docSpec('$project', spec);
  if (Object.keys(fields).length === 0)
    throw new CommandError(
      51272,
      'Invalid $project :: caused by :: projection specification must have at least one field',
    );
  checkExpression(Object.values(fields));
  const shape = compileProjection(fields, {
    form: 'aggregate',
    evaluate: (expression, doc) => env.evaluate(expression, doc, env.variables),
  });
  return each((doc) => shape(doc));
}

/** All computed fields read the input document, not each other. */
function addFields(name: string, spec: unknown, env: ShapeEnv): Stage {
  const fields = Object.entries(docSpec(name, spec)).flatMap(([path, value]) => flatten(path, value));
  checkExpression(fields.map(({ expression }) => expression));
  for (const { path } of fields) {
    if (path.split('.').some((part) => part === '' || part.startsWith('$')))
      throw new CommandError(
        16410,
        `FieldPath field names may not start with '$' or be empty. Given '${path}' in ${name}`,
      );
  }
  return each((doc) => {
    const result = cloneDoc(doc);
    for (const { path, expression } of fields)
      assign(result, path.split('.'), env.evaluate(expression, doc, env.variables));
    return result;
  });
}

/** {a: {b: 1}} sets a.b, like {'a.b': 1}. */
function flatten(path: string, value: unknown): { path: string; expression: unknown }[] {
  const nested =
    isDoc(value) && Object.keys(value).length > 0 && !Object.keys(value).some((name) => name.startsWith('$'));
  if (!nested) return [{ path, expression: value }];
  return Object.entries(value).flatMap(([name, inner]) => flatten(`${path}.${name}`, inner));
}

/** Sets a value at a path. Arrays on the path get it in every element; scalars are replaced. */
function assign(doc: Doc, parts: readonly string[], value: unknown): void {
  const [first = '', ...rest] = parts;
  if (rest.length === 0) {
    if (value === undefined) delete doc[first];
    else setField(doc, first, value);
    return;
  }
  const inner = getField(doc, first);
  if (Array.isArray(inner)) {
    setField(
      doc,
      first,
      inner.map((item: unknown) => assigned(item, rest, value)),
    );
  } else setField(doc, first, assigned(inner, rest, value));
}

function assigned(target: unknown, rest: readonly string[], value: unknown): unknown {
  if (Array.isArray(target)) return target.map((item: unknown) => assigned(item, rest, value));
  const made: Doc = isDoc(target) ? target : {};
  assign(made, rest, cloneValue(value));
  return made;
}

function unset(spec: unknown, env: ShapeEnv): Stage {
  const paths: unknown[] = Array.isArray(spec) ? spec : [spec];
  const names = paths.map((path) => {
    if (typeof path !== 'string' || path === '')
      throw new CommandError(31002, '$unset specification must be a string or an array of strings');
    return path;
  });
  const shape = compileProjection(Object.fromEntries(names.map((name) => [name, false])), {
    form: 'aggregate',
    evaluate: env.evaluate,
  });
  return each((doc) => shape(doc));
}

function replaceRoot(name: string, expression: unknown, env: ShapeEnv): Stage {
  if (expression === undefined) throw new CommandError(40231, `no newRoot specified for the ${name} stage`);
  checkExpression(expression);
  return each((doc) => {
    const root = env.evaluate(expression, doc, env.variables);
    if (!isDoc(root))
      throw new CommandError(
        40228,
        `'newRoot' expression must evaluate to an object, but resulting value was of type '${typeName(root)}'`,
      );
    return root;
  });
}

function unwind(spec: unknown): Stage {
  const options: Doc = isDoc(spec) ? spec : { path: spec };
  for (const name of Object.keys(options)) {
    if (!['path', 'includeArrayIndex', 'preserveNullAndEmptyArrays'].includes(name))
      throw new CommandError(28811, `unrecognized option to $unwind stage: ${name}`);
  }
  const path = options['path'];
  if (typeof path !== 'string') throw new CommandError(28808, 'expected a string as the path for $unwind stage');
  if (!path.startsWith('$'))
    throw new CommandError(28818, `path option to $unwind stage should be prefixed with a '$': ${path}`);
  const parts = path.slice(1).split('.');
  const index = options['includeArrayIndex'];
  const keep = isTruthy(options['preserveNullAndEmptyArrays']);
  return function* unwound(source) {
    for (const doc of source) yield* unwindOne(doc, parts, typeof index === 'string' ? index : undefined, keep);
  };
}

function* unwindOne(doc: Doc, parts: readonly string[], index: string | undefined, keep: boolean): Generator<Doc> {
  const value = readPath(doc, parts);
  const emit = (item: unknown, position: number | null) => {
    const result = cloneDoc(doc);
    if (item === undefined) removePath(result, parts);
    else writePath(result, parts, item);
    if (index !== undefined) writePath(result, index.split('.'), position === null ? null : Long.fromNumber(position));
    return result;
  };
  if (Array.isArray(value) && value.length > 0) {
    for (const [position, item] of value.entries()) yield emit(item, position);
  } else if (Array.isArray(value) || value === undefined || value === null) {
    if (keep) yield emit(value === null ? null : undefined, null);
  } else yield emit(value, null);
}

function sort(spec: unknown): Stage {
  const fields = parseSort(docSpec('$sort', spec));
  if (fields.length === 0) throw failedToParse('$sort stage must have at least one sort key');
  return (source) => {
    const keyed = Array.from(source, (doc) => ({ doc, keys: sortKeys(doc, fields) }));
    keyed.sort((a, b) => compareSortKeys(a.keys, b.keys, fields));
    return keyed.map(({ doc }) => doc);
  };
}

function limit(most: number): Stage {
  return function* limited(source) {
    let taken = 0;
    for (const doc of source) {
      yield doc;
      taken += 1;
      if (taken >= most) return;
    }
  };
}

function skip(count: number): Stage {
  return function* skipped(source) {
    let seen = 0;
    for (const doc of source) {
      seen += 1;
      if (seen > count) yield doc;
    }
  };
}
