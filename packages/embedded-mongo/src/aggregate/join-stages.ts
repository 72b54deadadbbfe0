import { cloneDoc, type Doc, encode, getField, isDoc } from '../bson.ts';
import { CommandError, notSupported } from '../errors.ts';
import { encodeKey } from '../keys.ts';
import { indexedValues } from '../paths.ts';
import { prepareQuery } from '../query/execute.ts';
import { insertDocument, replaceDocument } from '../storage/documents.ts';
import { withId } from '../update/compile.ts';
import { writePath } from '../update/set-path.ts';
import { checkExpression } from './expression.ts';
import type { Variables } from './operator.ts';
import { out } from './out-stage.ts';
import type { PipelineEnv, Stage, StageFactory } from './stage.ts';

/** Stages that read or write another collection. */
export const joinStages: ReadonlyMap<string, StageFactory> = new Map<string, StageFactory>([
  ['$lookup', lookup],
  ['$unionWith', unionWith],
  ['$merge', merge],
  ['$out', out],
]);

const LOOKUP_OPTIONS = ['from', 'localField', 'foreignField', 'as', 'let', 'pipeline'];

function lookup(spec: unknown, env: PipelineEnv): Stage {
  if (!isDoc(spec)) throw new CommandError(9, 'the $lookup specification must be an object');
  for (const name of Object.keys(spec))
    if (!LOOKUP_OPTIONS.includes(name)) throw new CommandError(9, `unknown argument to $lookup: ${name}`);
  const { from, localField, foreignField, as, pipeline } = spec;
  if (typeof as !== 'string') throw new CommandError(9, "must specify 'as' field for a $lookup");
  if (typeof from !== 'string') throw notSupported('$lookup without a collection in "from"');
  const byField = typeof localField === 'string' && typeof foreignField === 'string';
  if (!byField && pipeline === undefined)
    throw new CommandError(9, '$lookup requires either localField and foreignField or a pipeline');
  const stages = readPipeline('$lookup', pipeline ?? []);
  const bindings = isDoc(spec['let']) ? spec['let'] : {};
  checkExpression(Object.values(bindings));
  env.run(stages, [], { ...env.variables, ...bindings });
  return function* joined(source) {
    for (const doc of source) {
      const variables: Variables = {
        ...env.variables,
        ...Object.fromEntries(
          Object.entries(bindings).map(([name, expression]) => [name, env.evaluate(expression, doc, env.variables)]),
        ),
      };
      const first = byField ? [{ $match: joinFilter(doc, localField, foreignField) }] : [];
      const result = cloneDoc(doc);
      writePath(result, as.split('.'), [...env.run([...first, ...stages], from, variables)]);
      yield result;
    }
  };
}

/** An array in the local field joins by each of its elements. A missing field joins with null and missing fields. */
function joinFilter(doc: Doc, localField: string, foreignField: string): Doc {
  const { values } = indexedValues(doc, localField.split('.'));
  const wanted = values.map((value) => value ?? null);
  return wanted.length === 1 ? { [foreignField]: { $eq: wanted[0] } } : { [foreignField]: { $in: wanted } };
}

export function readPipeline(name: string, pipeline: unknown): Doc[] {
  if (!Array.isArray(pipeline) || !pipeline.every(isDoc))
    throw new CommandError(14, `The pipeline of ${name} must be an array of objects`);
  return pipeline;
}

function unionWith(spec: unknown, env: PipelineEnv): Stage {
  const coll = isDoc(spec) ? spec['coll'] : spec;
  if (typeof coll !== 'string')
    throw new CommandError(9, 'the $unionWith specification must be a string or an object with a coll');
  const pipeline = readPipeline('$unionWith', isDoc(spec) ? (spec['pipeline'] ?? []) : []);
  env.run(pipeline, [], env.variables);
  return function* united(source) {
    yield* source;
    yield* env.run(pipeline, coll, env.variables);
  };
}

const WHEN_MATCHED = ['replace', 'keepExisting', 'merge', 'fail'];
const WHEN_NOT_MATCHED = ['insert', 'discard', 'fail'];

interface Merge {
  readonly into: string;
  readonly on: readonly string[];
  readonly whenMatched: string | readonly Doc[];
  readonly whenNotMatched: string;
}

function readMerge(spec: unknown): Merge {
  const options: Doc = isDoc(spec) ? spec : { into: spec };
  for (const name of Object.keys(options)) {
    if (!['into', 'on', 'let', 'whenMatched', 'whenNotMatched'].includes(name))
      throw new CommandError(40415, `BSON field '$merge.${name}' is an unknown field.`);
  }
  const { into } = options;
  if (options['let'] !== undefined) throw notSupported('let of $merge');
  if (typeof into !== 'string') throw notSupported('$merge into another database');
  const on = options['on'] ?? '_id';
  const names: unknown[] = Array.isArray(on) ? on : [on];
  const given: unknown = options['whenMatched'] ?? 'merge';
  const whenMatched = Array.isArray(given) ? readPipeline('$merge', given) : oneOf('whenMatched', given, WHEN_MATCHED);
  const whenNotMatched = oneOf('whenNotMatched', options['whenNotMatched'] ?? 'insert', WHEN_NOT_MATCHED);
  return { into, on: names.map(String), whenMatched, whenNotMatched };
}

function oneOf(field: string, value: unknown, known: readonly string[]): string {
  if (typeof value === 'string' && known.includes(value)) return value;
  throw new CommandError(2, `Enumeration value '${JSON.stringify(value)}' for field '${field}' is not a valid value.`);
}

function merge(spec: unknown, env: PipelineEnv): Stage {
  const options = readMerge(spec);
  return (source) => {
    // The source may be the target collection, so it is read completely first.
    for (const doc of [...source]) mergeOne(doc, options, env);
    return [];
  };
}

function mergeOne(doc: Doc, options: Merge, env: PipelineEnv): void {
  const { storage } = env;
  const target = storage.catalog.ensure(env.db, options.into);
  const incoming = getField(doc, '_id') === undefined && options.on.includes('_id') ? withId(doc) : doc;
  checkOn(
    options,
    target.indexes.filter(({ unique }) => unique).map(({ key }) => key.map(({ path }) => path)),
  );
  const filter = Object.fromEntries(options.on.map((path) => [path, { $eq: getField(incoming, path) ?? null }]));
  const found = prepareQuery(storage, target, { filter, limit: 1 }, { evaluate: () => undefined })
    .rows()
    .next();
  if (found.done === true) {
    if (options.whenNotMatched === 'fail')
      throw new CommandError(
        13113,
        '$merge could not find a matching document in the target collection for at least one document in the source collection',
      );
    if (options.whenNotMatched === 'insert') {
      const fresh = withId(incoming);
      insertDocument(storage, target, fresh, encode(fresh));
    }
    return;
  }
  const before = found.value.doc();
  const after = merged(before, incoming, options, env);
  if (after !== undefined && encodeKey(after) !== encodeKey(before))
    replaceDocument(storage, target, found.value.rid, after, encode(after));
}

function checkOn(options: Merge, unique: readonly (readonly string[])[]): void {
  if (options.on.length === 1 && options.on[0] === '_id') return;
  const wanted = [...options.on].sort().join('\0');
  if (!unique.some((paths) => [...paths].sort().join('\0') === wanted)) {
    throw new CommandError(51183, 'Cannot find index to verify that join fields will be unique');
  }
}

function merged(before: Doc, incoming: Doc, { whenMatched }: Merge, env: PipelineEnv): Doc | undefined {
  const id = getField(before, '_id');
  if (typeof whenMatched !== 'string') {
    const [after] = env.run(whenMatched, [before], { ...env.variables, new: incoming });
    return after === undefined ? undefined : withId({ ...after, _id: id });
  }
  if (whenMatched === 'replace') return withId({ ...incoming, _id: id });
  if (whenMatched === 'merge') return withId({ ...before, ...incoming, _id: id });
  if (whenMatched === 'fail') {
    throw new CommandError(
      11000,
      '$merge found a document in the target collection that matches, and whenMatched is fail',
      { keyPattern: { _id: 1 }, keyValue: { _id: id } },
    );
  }
  return undefined;
}
