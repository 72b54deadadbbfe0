import { Int32 } from 'bson';
import { type Doc, isDoc } from '../bson.ts';
import { CommandError } from '../errors.ts';
import { compareValues, encodeKey } from '../keys.ts';
import { type Accumulator, accumulatorInput, makeAccumulator } from './accumulate.ts';
import { checkExpression } from './expression.ts';
import type { PipelineEnv, Stage, StageFactory } from './stage.ts';

/** Stages that group documents. */
export const groupStages: ReadonlyMap<string, StageFactory> = new Map<string, StageFactory>([
  ['$group', group],
  ['$sortByCount', sortByCount],
  ['$count', count],
  ['$bucket', bucket],
  ['$facet', facet],
]);

export interface Field {
  readonly name: string;
  readonly operator: string;
  readonly argument: unknown;
}

export interface Group {
  readonly id: unknown;
  readonly fields: readonly { readonly name: string; readonly input: unknown; readonly accumulator: Accumulator }[];
}

/** Parses one field of a $group. Throws if it is malformed. */
export function readField(name: string, spec: unknown): Field {
  if (name.includes('.')) throw new CommandError(40235, `The field name '${name}' cannot contain '.'`);
  if (name.startsWith('$')) throw new CommandError(40236, `The field name '${name}' cannot be an operator name`);
  const entries = isDoc(spec) ? Object.entries(spec) : [];
  const [operator, argument] = entries[0] ?? [];
  if (operator === undefined || !operator.startsWith('$'))
    throw new CommandError(40234, `The field '${name}' must be an accumulator object`);
  if (entries.length !== 1) throw new CommandError(40238, `The field '${name}' must specify one accumulator`);
  return { name, operator, argument };
}

/** Groups by the value of `idOf`, in the order of each group's first document. */
function collect(
  source: Iterable<Doc>,
  idOf: (doc: Doc) => unknown,
  fields: readonly Field[],
  env: PipelineEnv,
): Group[] {
  const groups = new Map<string, Group>();
  for (const doc of source) {
    // A missing value belongs to the null group.
    const id = idOf(doc) ?? null;
    const key = encodeKey(id);
    let found = groups.get(key);
    if (found === undefined) {
      found = { id, fields: fields.map((field) => fresh(field, env)) };
      groups.set(key, found);
    }
    for (const { input, accumulator } of found.fields) accumulator.add(env.evaluate(input, doc, env.variables), doc);
  }
  return [...groups.values()];
}

/** Creates the state of one field of a new group. */
export function fresh({ name, operator, argument }: Field, env: PipelineEnv): Group['fields'][number] {
  const accumulator = makeAccumulator(operator, { argument, evaluate: env.evaluate, variables: env.variables });
  return { name, input: accumulatorInput(operator, argument), accumulator };
}

/** Builds the result document of a group. */
export function present({ id, fields }: Group): Doc {
  return {
    _id: id,
    ...Object.fromEntries(fields.map(({ name, accumulator }) => [name, accumulator.result() ?? null])),
  };
}

function group(spec: unknown, env: PipelineEnv): Stage {
  if (!isDoc(spec)) throw new CommandError(15947, "a group's fields must be specified in an object");
  if (!('_id' in spec)) throw new CommandError(15955, 'a group specification must include an _id');
  const { _id: idExpression, ...rest } = spec;
  const fields = Object.entries(rest).map(([name, field]) => readField(name, field));
  checkExpression(idExpression);
  for (const field of fields) {
    fresh(field, env);
    checkExpression(accumulatorInput(field.operator, field.argument));
  }
  return function* grouped(source) {
    for (const found of collect(source, (doc) => env.evaluate(idExpression, doc, env.variables), fields, env))
      yield present(found);
  };
}

const COUNT: Field = { name: 'count', operator: '$sum', argument: new Int32(1) };

function sortByCount(spec: unknown, env: PipelineEnv): Stage {
  const valid =
    (typeof spec === 'string' && spec.startsWith('$')) ||
    (isDoc(spec) && Object.keys(spec)[0]?.startsWith('$') === true);
  if (!valid)
    throw new CommandError(
      40147,
      'the sortByCount field must be defined as a $-prefixed path or an expression inside an object',
    );
  checkExpression(spec);
  return (source) => {
    const docs = collect(source, (doc) => env.evaluate(spec, doc, env.variables), [COUNT], env).map(present);
    return docs.sort((a, b) => compareValues(b['count'], a['count']));
  };
}

function count(spec: unknown): Stage {
  if (typeof spec !== 'string' || spec === '')
    throw new CommandError(40156, 'the count field must be a non-empty string');
  if (spec.startsWith('$') || spec.includes('.'))
    throw new CommandError(40158, 'the count field cannot be a $-prefixed path or contain a dot');
  return function* counted(source) {
    let total = 0;
    for (const doc of source) if (doc !== undefined) total += 1;
    if (total > 0) yield { [spec]: new Int32(total) };
  };
}

function bucket(spec: unknown, env: PipelineEnv): Stage {
  if (!isDoc(spec)) throw new CommandError(40201, 'Argument to $bucket stage must be an object');
  for (const name of Object.keys(spec)) {
    if (!['groupBy', 'boundaries', 'default', 'output'].includes(name))
      throw new CommandError(40197, `Unrecognized option to $bucket: ${name}.`);
  }
  const { groupBy, boundaries, output } = spec;
  if (groupBy === undefined || !Array.isArray(boundaries))
    throw new CommandError(40198, "$bucket requires 'groupBy' and 'boundaries' to be specified.");
  if (boundaries.length < 2)
    throw new CommandError(40192, "The $bucket 'boundaries' field must have at least 2 values");
  for (let i = 1; i < boundaries.length; i += 1) {
    if (compareValues(boundaries[i - 1], boundaries[i]) >= 0)
      throw new CommandError(40194, "The 'boundaries' option to $bucket must be sorted");
  }
  const fields = isDoc(output) ? Object.entries(output).map(([name, field]) => readField(name, field)) : [COUNT];
  const idOf = (doc: Doc) => bucketOf(env.evaluate(groupBy, doc, env.variables), boundaries, spec);
  return function* bucketed(source) {
    const groups = collect(source, idOf, fields, env).map(present);
    yield* groups.sort((a, b) => compareValues(a['_id'], b['_id']));
  };
}

function bucketOf(value: unknown, boundaries: readonly unknown[], spec: Doc): unknown {
  for (let i = 1; i < boundaries.length; i += 1) {
    if (compareValues(value, boundaries[i - 1]) >= 0 && compareValues(value, boundaries[i]) < 0)
      return boundaries[i - 1];
  }
  if (!('default' in spec))
    throw new CommandError(
      40066,
      '$switch could not find a matching branch for an input, and no default was specified.',
    );
  return spec['default'];
}

function facet(spec: unknown, env: PipelineEnv): Stage {
  if (!isDoc(spec) || Object.keys(spec).length === 0)
    throw new CommandError(40169, 'the $facet specification must be a non-empty object');
  const facets = Object.entries(spec).map(([name, pipeline]) => {
    if (!Array.isArray(pipeline) || !pipeline.every(isDoc))
      throw new CommandError(40170, `arguments to $facet must be arrays, ${name} is not`);
    const refused = pipeline
      .flatMap((stage) => Object.keys(stage))
      .find((stage) => ['$facet', '$merge', '$out'].includes(stage));
    if (refused !== undefined)
      throw new CommandError(40600, `${refused} is not allowed to be used within a $facet stage`);
    return { name, pipeline };
  });
  for (const { pipeline } of facets) env.run(pipeline, [], env.variables);
  return function* faceted(source) {
    const docs = [...source];
    yield Object.fromEntries(facets.map(({ name, pipeline }) => [name, [...env.run(pipeline, docs, env.variables)]]));
  };
}
