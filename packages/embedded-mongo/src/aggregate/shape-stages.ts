import { cloneDoc, cloneValue, type Doc, getField, isDoc, setField, toInteger } from '../bson.ts';
import { CommandError, failedToParse } from '../errors.ts';
import { compileFilter } from '../match/compile.ts';
import { compileProjection } from '../projection.ts';
import { compareSortKeys, sortKeys } from '../query/execute.ts';
import { parseSort } from '../query/sort-spec.ts';
import { checkExpression } from './expression.ts';
import type { PipelineEnv, Stage, StageFactory } from './stage.ts';
import { readPath, writePath } from '../update/set-path.ts';

/** Stages that transform one document at a time, or only sort and limit the stream. */
export const shapeStages: ReadonlyMap<string, StageFactory> = new Map<string, StageFactory>([
  ['$match', match],
  ['$project', project],
  ['$set', addFields],
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

function match(spec: unknown): Stage {
  const filter = docSpec('$match', spec);
  const matches = compileFilter(filter);
  return function* matched(source) {
    for (const doc of source) if (matches(doc)) yield doc;
  };
}

function project(spec: unknown, env: PipelineEnv): Stage {
  const fields = docSpec('$project', spec);
  if (Object.keys(fields).length === 0)
    throw new CommandError(
      51272,
      'Invalid $project :: caused by :: projection specification must have at least one field',
    );
  checkExpression(Object.values(fields));
  const shape = compileProjection(fields, env.evaluate);
  return each((doc) => shape(doc));
}

/** All computed fields read the input document, not each other. */
function addFields(spec: unknown, env: PipelineEnv): Stage {
  const fields = Object.entries(docSpec('$set', spec)).flatMap(([path, value]) => flatten(path, value));
  checkExpression(fields.map(({ expression }) => expression));
  for (const { path } of fields) {
    if (path.split('.').some((part) => part === '' || part.startsWith('$')))
      throw new CommandError(
        16410,
        `FieldPath field names may not start with '$' or be empty. Given '${path}' in $set`,
      );
  }
  return each((doc) => {
    const result = cloneDoc(doc);
    for (const { path, expression } of fields) assign(result, path.split('.'), env.evaluate(expression, doc));
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

function unwind(path: unknown): Stage {
  if (typeof path !== 'string') throw new CommandError(28808, 'expected a string as the path for $unwind stage');
  if (!path.startsWith('$'))
    throw new CommandError(28818, `path option to $unwind stage should be prefixed with a '$': ${path}`);
  const parts = path.slice(1).split('.');
  return function* unwound(source) {
    for (const doc of source) {
      for (const item of itemsOf(readPath(doc, parts))) {
        const result = cloneDoc(doc);
        writePath(result, parts, item);
        yield result;
      }
    }
  };
}

/** A value that is not an array counts as one item. */
function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
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
